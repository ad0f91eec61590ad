/** An emulated terminal that lays text out like a real one of that width. */
import xterm from '@xterm/headless';

export interface Screen {
  readonly lines: readonly string[];
  /** How many lines the terminal had to wrap itself. */
  readonly wrapped: number;
  readonly cursorColumn: number;
  /** The text between two columns, counted from 0. */
  cut(line: number, from: number, to?: number): string;
}

export async function show(text: string, columns: number, rows = 200): Promise<Screen> {
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, convertEol: true });
  terminal.unicode.register(graphemes);
  terminal.unicode.activeVersion = graphemes.version;
  await new Promise<void>((done) => terminal.write(text, done));
  const buffer = terminal.buffer.active;
  const all = Array.from({ length: buffer.length }, (_, index) => buffer.getLine(index));
  const lines = all.map((line) => line?.translateToString(true) ?? '');
  const screen = {
    lines: lines.slice(0, lines.findLastIndex((line) => line !== '') + 1),
    wrapped: all.filter((line) => line?.isWrapped).length,
    cursorColumn: buffer.cursorX,
    cut: (line: number, from: number, to?: number) => all[line]?.translateToString(true, from, to) ?? '',
  };
  terminal.dispose();
  return screen;
}

const plain = 0;
const joiner = 1;
const indicator = 2;
const pictograph = 3;
const keycap = 4;
type State = 0 | 1 | 2 | 3 | 4;

/**
 * Letters advance one by one, as in wcwidth. Emoji sequences take two columns, as in current terminals. Does not use the
 * program's width library, so that it can check it.
 */
const graphemes: xterm.IUnicodeVersionProvider = {
  version: 'graphemes',
  wcwidth: (code) => widthOf(code),
  charProperties: (code, preceding) => {
    const state = (preceding >> 3) as State;
    const before = (preceding >> 1) & 3;
    const join = (next: State, width = before): number => (next << 3) | (width << 1) | 1;
    const start = (next: State): number => (next << 3) | (widthOf(code) << 1);
    if (preceding === 0) return start(stateOf(code));
    if (code === 0x200d) return join(joiner);
    if (state === joiner) return join(pictograph, 2);
    if (code === 0xfe0f) return join(state, state === pictograph ? 2 : before);
    if (code === 0x20e3) return join(plain, state === keycap ? 2 : before);
    if (state === indicator && stateOf(code) === indicator) return join(plain, 2);
    if (code >= 0x1f3fb && code <= 0x1f3ff && state === pictograph) return join(pictograph, 2);
    return widthOf(code) === 0 ? join(state) : start(stateOf(code));
  },
};

function stateOf(code: number): State {
  const character = String.fromCodePoint(code);
  if (code >= 0x1f1e6 && code <= 0x1f1ff) return indicator;
  if (/[\d#*]/.test(character)) return keycap;
  return /\p{Extended_Pictographic}/u.test(character) ? pictograph : plain;
}

function widthOf(code: number): 0 | 1 | 2 {
  const character = String.fromCodePoint(code);
  if (/[\p{Mn}\p{Me}\p{Cf}]/u.test(character) || (code >= 0x1160 && code <= 0x11ff)) return 0;
  const wide =
    /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/;
  return wide.test(character) || /\p{Emoji_Presentation}/u.test(character) || code >= 0x20000
    ? code >= 0x1f1e6 && code <= 0x1f1ff
      ? 1
      : 2
    : 1;
}
