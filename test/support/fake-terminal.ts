/**
 * The program in this process, on a terminal that only exists here: what it draws is drawn, and
 * time passes while a test waits.
 */
import { expect } from 'vitest';
import { main } from '../../src/main.ts';
import { emulator, isCursorShown, waits, type Size } from './emulator.ts';
import { cleanEnvironment, temporaryFolder } from './environment.ts';
import { createIo } from './io.ts';
import { settled, VirtualMachine } from './virtual-machine.ts';

interface FakeTerminalOptions extends Size {
  readonly env?: Readonly<Record<string, string>>;
  /** Stdout is a pipe: what is printed there is not on the screen. */
  readonly piped?: boolean;
  /** The time stands still here. */
  readonly now?: number;
}

export type FakeTerminal = ReturnType<typeof fakeTerminal>;

/** How often a test looks again before it fails: about a minute of the program's time. */
const maxLooks = 3000;
const lookMs = 20;

export function fakeTerminal(args: readonly string[], options: FakeTerminalOptions = {}) {
  const { raw, screen, html, write } = emulator(options);
  const machine = new VirtualMachine();
  const { io, printed } = createTerminalIo(machine, options, write);
  let code: number | undefined;
  const run = main(args, io).then((ended) => (code = ended));
  // What was written is drawn later.
  const drawn = () => new Promise<void>((done) => write('', done));
  const until = async (met: () => boolean, what: string): Promise<void> => {
    for (let looks = 0; looks < maxLooks; looks += 1) {
      await settled();
      await drawn();
      if (met()) return;
      if (code !== undefined && looks > 10) break;
      await machine.pass(lookMs);
    }
    throw new Error(`not seen: ${what}\n--- the screen ---\n${screen()}`);
  };
  return {
    raw,
    screen,
    html,
    stdout: (): string => printed.stdout,
    press: (text: string): void => void io.stdin.emit('typed', text),
    /** Lets time pass. */
    pass: (ms: number) => machine.pass(ms),
    ...waits(screen, until),
    ended: async () => {
      await until(() => code !== undefined, 'the end of the program');
      await run;
      // The last text may have come while `until` waited.
      await drawn();
      return { code, cursorShown: isCursorShown(raw()), cooked: !isRaw(io.stdin) };
    },
  };
}

/** Presses Ctrl-C, which ends the program and leaves the terminal as it was. */
export async function interrupt(screen: FakeTerminal): Promise<void> {
  screen.press('\u0003');
  expect(await screen.ended()).toEqual({ code: 130, cursorShown: true, cooked: true });
}

function createTerminalIo(
  machine: VirtualMachine,
  options: FakeTerminalOptions,
  write: (text: string) => void,
) {
  const { columns = 80, rows = 24, piped = false, now } = options;
  const folder = temporaryFolder();
  const env = {
    ...cleanEnvironment(folder),
    TERM: 'xterm-256color',
    RENTAL_NO_PAGER: '1',
    ...options.env,
  };
  const start = Date.now() - machine.monotonic();
  const { io, printed, interrupt } = createIo(env, {
    columns,
    rows,
    tty: piped ? ['stdin', 'stderr'] : ['stdin', 'stdout', 'stderr'],
    now: () => now ?? start + machine.monotonic(),
    monotonic: () => (now === undefined ? machine.monotonic() : 0),
    sleep: (ms, signal) => machine.sleep(ms, signal),
  });
  for (const stream of piped ? [io.stderr] : [io.stdout, io.stderr]) {
    // Inquirer and the line that changes accept it as a terminal.
    Object.assign(stream, { _isStdio: true, cursorTo: () => true });
    stream.on('data', (text: string) => write(text.replace(/\r?\n/g, '\r\n')));
  }
  const stdin = io.stdin as typeof io.stdin & NodeJS.WritableStream & { isRaw?: boolean };
  stdin.setRawMode = (mode) => (stdin.isRaw = mode);
  // A terminal with its usual modes makes a signal of Ctrl-C.
  stdin.on('typed', (text: string) =>
    text === '\u0003' && !isRaw(stdin) ? interrupt('SIGINT') : void stdin.write(text),
  );
  // Screens that are compared show the same version on every Node.
  const nodeVersion = now === undefined ? io.nodeVersion : 'v20.18.1';
  return { io: { ...io, random: () => machine.random(), nodeVersion }, printed };
}

function isRaw(stdin: object): boolean {
  return 'isRaw' in stdin && stdin.isRaw === true;
}
