/** How questions look. Inquirer's own colours ignore `--color`. */
import type { Palette } from './colour.ts';
import type { EscapeAction, KeyHelp } from './questions.ts';
import { textWidth, wrap } from './width.ts';

export type PromptTheme = ReturnType<typeof promptTheme>;

interface PromptLook {
  readonly columns: number;
  /** Escaped; beside or below the message until the question is answered. */
  readonly hint?: string;
  /** Keys that Inquirer does not know. */
  readonly keys?: readonly KeyHelp[];
  readonly onEsc?: EscapeAction | undefined;
}

export function promptTheme(
  { paint, accent, error }: Palette,
  { columns, hint = '', keys = [], onEsc = 'back' }: PromptLook,
) {
  const dim = (text: string): string => paint('dim', text);
  // Inquirer would break lines within words.
  const wrapped = (text: string, style: (line: string) => string): string =>
    wrap(text, columns).map(style).join('\n');
  const shownHint = hint === '' ? '' : `(${hint})`;
  const hintFor = (message: string): string => {
    const hasRoom = textWidth(`? ${message} ${shownHint}`) <= columns;
    return hasRoom
      ? ` ${dim(shownHint)}`
      : wrap(shownHint, columns - 2)
          .map((line) => `\n  ${dim(line)}`)
          .join('');
  };
  return {
    prefix: { idle: accent('?'), done: paint('good', '✔') },
    spinner: { interval: 80, frames: [accent('…')] },
    icon: { cursor: '❯', checked: paint('good', '◉'), unchecked: '◯' },
    style: {
      answer: accent,
      message: (text: string, status: string) =>
        paint('strong', text) + (hint === '' || status === 'done' ? '' : hintFor(text)),
      error: (text: string) => wrapped(`> ${text}`, error),
      defaultAnswer: (text: string) => dim(`(${text})`),
      searchTerm: (text: string) => text,
      highlight: accent,
      description: dim,
      keysHelpTip: (inquirerKeys: readonly KeyHelp[]) =>
        wrapped(
          [...inquirerKeys.map(withOneVerb), ...keys, ['esc', onEsc]]
            .map(([key, action]) => `${key} ${action}`)
            .join(' • '),
          dim,
        ),
    },
  };
}

export const enterKey: KeyHelp = ['⏎', 'confirm'];

/** Inquirer calls it "select" in one question and "submit" in another. */
function withOneVerb(help: KeyHelp): KeyHelp {
  return help[0] === enterKey[0] ? enterKey : help;
}
