import { fakeTerminal, type FakeTerminal } from './fake-terminal.ts';

/** Thursday 5 November 2026, 10:00 in Auckland. */
export const now = Date.UTC(2026, 10, 4, 21, 0);

/** Runs the program in a terminal in which the time stands still. */
export function steadyTerminal(
  args: readonly string[],
  columns: number,
  env: Readonly<Record<string, string>> = {},
): FakeTerminal {
  // This folder does not exist, and its name is the same in every run.
  const steady = { XDG_CONFIG_HOME: '/home/you/.config' };
  // Taller than every result, so that none goes through a pager.
  const rows = 300;
  return fakeTerminal(args, { columns, now, rows, env: { ...steady, ...env } });
}
