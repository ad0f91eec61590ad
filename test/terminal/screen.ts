/** An emulated terminal that lays text out like a real one of that width. */
import xterm from '@xterm/headless';

export interface Screen {
  readonly lines: readonly string[];
  /** How many lines the terminal had to wrap itself. */
  readonly wrapped: number;
}

export async function show(text: string, columns: number, rows = 200): Promise<Screen> {
  const terminal = new xterm.Terminal({
    cols: columns,
    rows,
    allowProposedApi: true,
    convertEol: true,
  });
  await new Promise<void>((done) => terminal.write(text, done));
  const buffer = terminal.buffer.active;
  const all = Array.from({ length: buffer.length }, (_, index) => buffer.getLine(index));
  const lines = all.map((line) => line?.translateToString(true) ?? '');
  const screen = {
    lines: lines.slice(0, lines.findLastIndex((line) => line !== '') + 1),
    wrapped: all.filter((line) => line?.isWrapped).length,
  };
  terminal.dispose();
  return screen;
}
