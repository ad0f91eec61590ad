/**
 * Every style of every prompt, painted for stderr. Inquirer's own styles ask whether stdout is a terminal, and may ignore
 * --color: none of them is left.
 */
import type { Palette } from './colour.ts';

export function promptTheme(palette: Palette) {
  const { accent, error, paint } = palette;
  const plain = (text: string): string => text;
  const dim = (text: string): string => paint('dim', text);
  return {
    prefix: { idle: accent('?'), done: paint('good', '✔') },
    spinner: { interval: 80, frames: [accent('…')] },
    icon: {
      cursor: '❯',
      checked: paint('good', '◉'),
      unchecked: '◯',
      disabledChecked: '◉',
      disabledUnchecked: '-',
    },
    style: {
      answer: accent,
      message: (text: string) => paint('strong', text),
      error: (text: string) => error(`> ${text}`),
      defaultAnswer: (text: string) => dim(`(${text})`),
      help: dim,
      highlight: accent,
      key: (text: string) => accent(`<${text}>`),
      searchTerm: plain,
      description: dim,
      disabled: (text: string) => dim(text),
      keysHelpTip: (keys: [key: string, action: string][]) =>
        dim(keys.map(([key, action]) => `${key} ${action}`).join(' • ')),
      confirmDefault: (text: string) => text.toUpperCase(),
    },
  };
}
