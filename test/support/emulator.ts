import xterm from '@xterm/headless';
import { onTestFinished } from 'vitest';

export interface Size {
  readonly columns?: number;
  readonly rows?: number;
}

/** What a terminal shows of all that was written to it. */
export function emulator({ columns: cols = 80, rows = 24 }: Size) {
  const view = new xterm.Terminal({ cols, rows, scrollback: 2000, allowProposedApi: true });
  onTestFinished(() => view.dispose());
  let raw = '';
  return {
    write: (data: string, drawn?: () => void): void => {
      raw += data;
      view.write(data, drawn);
    },
    resize: (columns: number): void => view.resize(columns, rows),
    /** The raw output. */
    raw: (): string => raw,
    /** The visible text, including lines that have scrolled away, without spaces at line ends. */
    screen: (): string => {
      const { active } = view.buffer;
      const lines = Array.from({ length: active.length }, (_, i) => active.getLine(i)?.translateToString(true) ?? '');
      return lines.join('\n').trimEnd();
    },
  };
}

/** Whether the screen has this text. */
export function hasText(screen: string, what: string | RegExp): boolean {
  return typeof what === 'string' ? screen.includes(what) : what.test(screen);
}

/** Whether this question is open. An answered question no longer starts with a question mark. */
export function isAsking(screen: string, message: string): boolean {
  return screen.split('\n').some((line) => line.startsWith(`? ${message}`));
}

export function isCursorShown(raw: string): boolean {
  return raw.lastIndexOf('\u001B[?25h') >= raw.lastIndexOf('\u001B[?25l');
}
