/** A shell with job control in a pseudo-terminal, as a user has it: Ctrl-Z gives it the terminal, and `fg` gives it back. */
import { binary } from './program.ts';
import { isCooked, isCursorShown, openPty, type Pty, type TerminalOptions } from './pty.ts';

export interface JobShell extends Pty {
  /** Runs the program in the foreground. */
  start(args: readonly string[]): Promise<void>;
  /** Types a line after the shell's next prompt. */
  type(line: string): Promise<void>;
  /** Signals the program itself. */
  kill(signal: NodeJS.Signals): void;
  /** Asks the shell for the state of the terminal, and for the exit code of the last command. */
  state(): Promise<{ readonly code: number; readonly cursorShown: boolean; readonly cooked: boolean }>;
}

const shells = {
  /** Edits lines itself, so it restores the modes of the terminal after every command. */
  bash: ['bash', '--norc', '--noprofile', '-i'],
  /** Leaves the terminal as the command left it. */
  dash: ['dash', '-i'],
} as const;

const prompt = 'shell> ';

export function jobShell(name: keyof typeof shells, options: TerminalOptions = {}): JobShell {
  const [file, ...args] = shells[name];
  const env = { PS1: prompt, NODE: process.execPath, RENTAL: binary, ...options.env };
  const pty = openPty(file, args, { ...options, env });
  let prompts = 0;
  const type = async (line: string): Promise<void> => {
    await pty.until(() => pty.raw().split(prompt).length - 1 > prompts, 'the prompt of the shell');
    prompts = pty.raw().split(prompt).length - 1;
    pty.press(`${line}\n`);
  };
  return {
    ...pty,
    type,
    start: (words) => type(`sh -c 'echo "<pid=$$>"; exec "$NODE" "$RENTAL" "$@"' sh ${words.join(' ')}`),
    kill: (signal) => process.kill(Number(/<pid=(\d+)>/.exec(pty.raw())?.[1]), signal),
    state: async () => {
      const start = pty.raw().length;
      await type('echo "<code=$?>"; stty -a; echo "<""end>"');
      const printed = (): string => pty.raw().slice(start);
      await pty.until(() => printed().includes('<end>'), 'the end');
      return {
        code: Number(/<code=(\d+)>/.exec(printed())?.[1]),
        cursorShown: isCursorShown(pty.raw()),
        cooked: isCooked(printed()),
      };
    },
  };
}
