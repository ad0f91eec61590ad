import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { spawn, type IPty } from '@lydell/node-pty';
import { onTestFinished, vi } from 'vitest';
import { emulator, isCursorShown, waits, type Size } from './emulator.ts';
import { cleanEnvironment, temporaryFolder } from './environment.ts';
import { binary, node } from './program.ts';

export interface TerminalOptions extends Size {
  readonly env?: Readonly<Record<string, string>>;
  /**
   * Programs and other files in the current folder, which is also the home folder: their names and
   * texts.
   */
  readonly files?: Readonly<Record<string, string>>;
}

export type Terminal = ReturnType<typeof terminal>;

export const keys = {
  enter: '\r',
  down: '\u001B[B',
  space: ' ',
  escape: '\u001B',
  ctrlC: '\u0003',
  ctrlD: '\u0004',
  ctrlU: '\u0015',
  ctrlZ: '\u001A',
} as const;

/**
 * Answers one question, on a terminal of this process or a real one. Presses Enter only after the
 * screen shows `seen`.
 */
export async function answer(
  screen: Pick<Terminal, 'asks' | 'press' | 'shows'>,
  question: string,
  typed: string,
  seen: string | RegExp = '',
): Promise<void> {
  await screen.asks(question);
  screen.press(typed);
  await screen.shows(seen);
  screen.press(keys.enter);
}

/**
 * A shell runs the program and reports its exit code and the state of the terminal afterwards. Then
 * it waits to be killed, because the last output before a terminal closes is sometimes lost.
 */
const script = `trap : INT TERM
sh -c 'echo "pid=$$"; exec "$0" "$@"' "$@"
code=$?
echo "<code=$code>"
stty -a
echo "<end>"
read -r _`;

/** Runs the real program in a new pseudo-terminal. */
export function terminal(args: readonly string[], options: TerminalOptions = {}) {
  const pty = openPty('/bin/sh', ['-c', script, 'sh', node, binary, ...args], options);
  const { raw, screen } = pty;
  return {
    ...pty,
    /** Signals the program itself, not its terminal. */
    kill: (signal: NodeJS.Signals) => process.kill(Number(/pid=(\d+)/.exec(raw())?.[1]), signal),
    ended: async () => {
      // The screen is drawn later than the output arrives.
      await pty.until(() => screen().includes('<end>'), 'the end');
      return endOf(raw(), { lineEnded: screen().includes('\n<code=') });
    },
  };
}

/**
 * How a program left the terminal, from all output, which ends with its exit code and with what
 * `stty -a` prints.
 */
export function endOf(raw: string, { lineEnded }: { readonly lineEnded: boolean }) {
  const [, code, modes = ''] = /[^]*<code=(\d+)>([^]*)/.exec(raw) ?? [];
  return {
    code: Number(code),
    cursorShown: isCursorShown(raw),
    /** Whether the terminal again echoes, edits lines and turns Ctrl-C into a signal. */
    cooked: ['isig', 'icanon', 'echo'].every((mode) => new RegExp(`(^|\\s)${mode}\\s`).test(modes)),
    /** Whether the shell's next output starts on a new line. */
    lineEnded,
  };
}

/** A pseudo-terminal with its screen. */
export function openPty(file: string, args: readonly string[], options: TerminalOptions = {}) {
  const folder = temporaryFolder();
  const { columns: cols = 80, rows = 24 } = options;
  const env = {
    ...cleanEnvironment(folder),
    TERM: 'xterm-256color',
    RENTAL_NO_PAGER: '1',
    ...options.env,
  };
  for (const [name, text] of Object.entries(options.files ?? {})) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text, { mode: 0o755 });
  }
  const pty = spawn(file, [...args], { cols, rows, env, cwd: folder });
  const { raw, screen, write } = emulator(options);
  pty.onData((data) => write(data));
  onTestFinished(() => pty.kill('SIGKILL'));
  /**
   * Resolves once the condition is met. Rejects with the screen's text after a time that is enough
   * for a loaded machine.
   */
  const until = (met: () => boolean, what: string): Promise<void> =>
    vi.waitFor(
      () => {
        if (!met()) throw new Error(`not seen: ${what}\n--- the screen ---\n${screen()}`);
      },
      { timeout: 20_000, interval: 10 },
    );
  return {
    folder,
    raw,
    screen,
    until,
    ...waits(screen, until),
    press: (text: string) => pty.write(text),
    /** Closes the terminal, as a user closes its window. */
    close: () => (pty as IPty & { destroy(): void }).destroy(),
  };
}
