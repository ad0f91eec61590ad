/** How questions look. Inquirer's own colours ignore `--color`. */
import type { Palette } from './colour.ts';
import type { KeyHelp } from './questions.ts';

export type PromptTheme = ReturnType<typeof promptTheme>;

/** `hint` is beside the message until the question is answered; escaped. `keys` are those that Inquirer does not know. */
export function promptTheme({ paint, accent, error }: Palette, hint = '', keys: readonly KeyHelp[] = []) {
  const dim = (text: string): string => paint('dim', text);
  const back: KeyHelp = ['esc', 'back'];
  return {
    prefix: { idle: accent('?'), done: paint('good', '✔') },
    spinner: { interval: 80, frames: [accent('…')] },
    icon: { cursor: '❯', checked: paint('good', '◉'), unchecked: '◯' },
    style: {
      answer: accent,
      message: (text: string, status: string) =>
        paint('strong', text) + (hint === '' || status === 'done' ? '' : ` ${dim(`(${hint})`)}`),
      error: (text: string) => error(`> ${text}`),
      defaultAnswer: (text: string) => dim(`(${text})`),
      searchTerm: (text: string) => text,
      highlight: accent,
      description: dim,
      keysHelpTip: (usual: readonly KeyHelp[]) =>
        dim([...usual, ...keys, back].map(([key, action]) => `${key} ${action}`).join(' • ')),
    },
  };
}
