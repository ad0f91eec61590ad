/** What was printed during a series of questions, so that it can be taken away when the user goes back. */
import type { Io } from './io.ts';
import { rowsOf } from './width.ts';

export type PrintedLines = ReturnType<typeof createPrintedLines>;

export function createPrintedLines({ stderr, onSuspend }: Pick<Io, 'stderr' | 'onSuspend'>) {
  const lines: string[] = [];
  /** What stands above lines of the shell, from a stop of the program, stays. */
  let reach = 0;
  const release = onSuspend({ leave: () => {}, enter: () => void (reach = lines.length) });
  const rows = (text: string): number => rowsOf(text, stderr.columns || 80);
  /** The last lines that have room on the screen. */
  const lastScreen = (): string[] => {
    const most = (stderr.rows || 24) - 1;
    let used = 0;
    const hidden = lines.findLastIndex((line, place) => place < reach || (used += rows(line)) > most);
    return lines.slice(hidden + 1);
  };
  return {
    add: (text: string): void => void lines.push(...text.split('\n')),
    /** The returned function takes away what is printed from now on. The cursor is below it. */
    mark: (): (() => void) => {
      const from = lines.length;
      return () => {
        const taken = lines.slice(Math.max(from, reach)).reduce((sum, line) => sum + rows(line), 0);
        lines.length = Math.min(lines.length, from);
        reach = Math.min(reach, lines.length);
        if (taken === 0) return;
        stderr.write(`\u001B[${taken}A\r\u001B[J`);
        // The cursor cannot go beyond the top, where what was before has scrolled away.
        if (taken >= (stderr.rows || 24)) stderr.write(lastScreen().join('\n') + '\n');
      };
    },
    close: release,
  };
}
