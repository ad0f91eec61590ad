/** How Inquirer's questions look. */
import type { Palette } from './colour.ts';
import type { KeyHelp } from './questions.ts';
import { wrap } from './width.ts';

export type PromptTheme = ReturnType<typeof promptTheme>;

interface ThemeParts {
  /** What can be typed, escaped. Shown after the message until the question is answered. */
  readonly hint: string | undefined;
  /** What the keys do, from what Inquirer would say. */
  keys(usual: readonly KeyHelp[]): readonly KeyHelp[];
  columns(): number;
}

/**
 * Sets every style of every prompt, painted for stderr. Inquirer's default styles depend on whether stdout is a terminal and
 * may ignore --color.
 */
export function promptTheme({ accent, error, paint }: Palette, { hint, keys, columns }: ThemeParts) {
  const dim = (text: string): string => paint('dim', text);
  const keysHelpTip = (usual: readonly KeyHelp[]): string => {
    const words = keys(usual).map(([key, action]) => `${key} ${action}`);
    return dim(wrap(words.join(' • '), columns()).join('\n'));
  };
  return {
    prefix: { idle: accent('?'), done: paint('good', '✔') },
    spinner: { interval: 80, frames: [accent('…')] },
    icon: { cursor: '❯', checked: paint('good', '◉'), unchecked: '◯' },
    style: {
      answer: accent,
      message: (text: string, status: string) =>
        paint('strong', text) + (hint === undefined || status === 'done' ? '' : ` ${dim(`(${hint})`)}`),
      error: (text: string) => error(`> ${wrap(text, columns() - 2).join('\n  ')}`),
      defaultAnswer: (text: string) => dim(`(${text})`),
      searchTerm: (text: string) => text,
      highlight: accent,
      description: (text: string) => dim(wrap(text, columns()).join('\n')),
      disabled: (text: string) => dim(`- ${text}`),
      keysHelpTip,
    },
  };
}
