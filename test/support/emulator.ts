import serialize from '@xterm/addon-serialize';
import xterm from '@xterm/headless';
import { onTestFinished } from 'vitest';

export interface Size {
  readonly columns?: number;
  readonly rows?: number;
}

/** What a terminal shows of all that was written to it. */
export function emulator({ columns: cols = 80, rows = 24 }: Size) {
  const view = new xterm.Terminal({ cols, rows, scrollback: 2000, allowProposedApi: true });
  const serializer = new serialize.SerializeAddon();
  view.loadAddon(serializer);
  onTestFinished(() => view.dispose());
  let raw = '';
  return {
    write: (data: string, drawn?: () => void): void => {
      raw += data;
      view.write(data, drawn);
    },
    /** The raw output. */
    raw: (): string => raw,
    /** All lines as HTML: each a row of spans, whose styles say how their text looks. */
    html: async () => {
      await new Promise<void>((drawn) => view.write('', drawn));
      const lines = Array.from({ length: view.buffer.active.length }, (_, row) => {
        // One by one: in a range, a line does not go on with the look of the line before.
        const html = serializer.serializeAsHTML({
          range: { startLine: row, endLine: row, startCol: 0 },
        });
        const [line = ''] = /(?<=<div>)<span.*(?=<\/div><\/div>)/.exec(html) ?? [];
        return line.replace(/(?<=<span>[^<]*) +(?=<\/span>$)/, '').replaceAll('<span></span>', '');
      });
      return lines.slice(0, lines.findLastIndex(Boolean) + 1);
    },
    /** The visible text, including lines that have scrolled away, without spaces at line ends. */
    screen: (): string => {
      const { active } = view.buffer;
      const lines = Array.from(
        { length: active.length },
        (_, i) => active.getLine(i)?.translateToString(true) ?? '',
      );
      return lines.join('\n').trimEnd();
    },
  };
}

export function waits(
  screen: () => string,
  until: (met: () => boolean, what: string) => Promise<void>,
) {
  return {
    shows: (what: string | RegExp) =>
      until(
        () => (typeof what === 'string' ? screen().includes(what) : what.test(screen())),
        String(what),
      ),
    /** An answered question no longer starts with a question mark. */
    asks: (message: string) =>
      until(() => `\n${screen()}`.includes(`\n? ${message}`), `? ${message}`),
  };
}

export function isCursorShown(raw: string): boolean {
  return raw.lastIndexOf('\u001B[?25h') >= raw.lastIndexOf('\u001B[?25l');
}
