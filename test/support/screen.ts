import { fakeTerminal, type FakeTerminal } from './fake-terminal.ts';
import { styledScreen, type Piece } from './styled-screen.ts';

/** Thursday 5 November 2026, 10:00 in Auckland. */
export const now = Date.UTC(2026, 10, 4, 21, 0);

export interface ScreenOptions {
  readonly columns: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs the program in a terminal in which the time stands still. */
export function steadyTerminal(args: readonly string[], { columns, env }: ScreenOptions): FakeTerminal {
  return fakeTerminal(args, {
    ...{ columns, now },
    // Taller than every result, so that none goes through a pager.
    rows: 300,
    env: {
      FORCE_HYPERLINK: '1',
      // It does not exist: a folder with the same name in every run.
      XDG_CONFIG_HOME: '/home/you/.config',
      ...env,
    },
  });
}

/** What a terminal shows at the end of the program. */
export async function finalScreen(args: readonly string[], options: ScreenOptions): Promise<Piece[][]> {
  const run = steadyTerminal(args, options);
  await run.ended();
  return drawn(run, options.columns);
}

/** What the terminal shows now. */
export function drawn(run: FakeTerminal, columns: number): Promise<Piece[][]> {
  return styledScreen(run.raw().replace(/127\.0\.0\.1:\d{5}/g, '127.0.0.1:40000'), columns);
}
