/**
 * A shell with job control in a pseudo-terminal, as a user has it: Ctrl-Z gives it the terminal,
 * and `fg` gives it back.
 */
import { binary, node } from './program.ts';
import { endOf, openPty, type TerminalOptions } from './pty.ts';

export type JobShell = ReturnType<typeof jobShell>;

const shells = {
  /**
   * Edits lines itself, so it restores the modes of the terminal after a program was stopped or
   * killed.
   */
  bash: ['bash', '--norc', '--noprofile', '-i'],
  /** Leaves the terminal as the program left it. */
  dash: ['dash', '-i'],
} as const;

type ShellName = keyof typeof shells;

const prompt = 'shell> ';
const script = `#!/bin/sh
echo "<pid=$$>"
exec '${node}' '${binary}' "$@"
`;

export function jobShell(name: ShellName, options: TerminalOptions = {}) {
  const [file, ...args] = shells[name];
  const pty = openPty(file, args, { ...options, files: { rental: script }, env: { PS1: prompt } });
  const countPrompts = (): number => pty.raw().split(prompt).length - 1;
  const pids = (): string[] => pty.raw().match(/(?<=<pid=)\d+/g) ?? [];
  let typed = 0;
  /** Types a line after the shell's next prompt. */
  const type = async (line: string): Promise<void> => {
    await pty.until(() => countPrompts() > typed, 'the prompt of the shell');
    typed = countPrompts();
    pty.press(`${line}\n`);
  };
  return {
    ...pty,
    type,
    /** Starts the program with these words. */
    start: async (words: string) => {
      const before = pids().length;
      await type(`./rental ${words}`);
      await pty.until(() => pids().length > before, 'the start of the program');
    },
    /** Signals the program that was started last. */
    kill: (signal: NodeJS.Signals) => process.kill(Number(pids().at(-1)), signal),
    /** Asks the shell how the last command left the terminal. */
    state: async () => {
      const start = pty.raw().length;
      const printed = (): string => pty.raw().slice(start);
      await type('echo "<code=$?>"; stty -a; echo "<""end>"');
      await pty.until(() => printed().includes('<end>'), 'the end');
      // Only the prompt after that command: bash prints what became of a job in the background
      // whenever it hears of it.
      const lineEnded = !/.shell> echo "<code=/.test(pty.screen());
      return endOf(pty.raw(), { lineEnded });
    },
  };
}
