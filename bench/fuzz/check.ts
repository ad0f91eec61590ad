/** Checks random command lines: each ends as documented, and the same line twice prints the same bytes. */
import { watchFaults } from './faults.ts';
import { randomLine, type Line } from './lines.ts';
import type { Addresses } from './values.ts';
import { problemOf, runLine, stable, type Outcome } from './harness.ts';

export interface Defect {
  readonly problem: string;
  readonly index: number;
  readonly line: Line;
  readonly outcomes: readonly Outcome[];
}

export interface Checked {
  readonly defects: readonly Defect[];
  /** How many lines ended with each exit code. */
  readonly codes: Readonly<Record<number, number>>;
}

export interface CheckOptions {
  readonly seed: number;
  readonly from?: number;
  readonly count: number;
  readonly addresses: Addresses;
  readonly onDefect?: (defect: Defect) => void;
  readonly onLine?: (index: number) => void;
}

export async function checkLines(options: CheckOptions): Promise<Checked> {
  const { seed, from = 0, count, addresses, onDefect = () => {}, onLine = () => {} } = options;
  const defects: Defect[] = [];
  const codes: Record<number, number> = {};
  const faults = watchFaults();
  for (let index = from; index < from + count; index++) {
    const line = randomLine(seed, index, addresses);
    const { problem, outcomes } = await checkLine(line);
    const found = (await faults.take()) ?? problem;
    const code = outcomes[0]?.code ?? -1;
    codes[code] = (codes[code] ?? 0) + 1;
    onLine(index);
    if (found === undefined) continue;
    const defect = { problem: found, index, line, outcomes };
    defects.push(defect);
    onDefect(defect);
  }
  faults.end();
  return { defects, codes };
}

async function checkLine(
  line: Line,
): Promise<{ readonly problem: string | undefined; readonly outcomes: readonly Outcome[] }> {
  const outcomes: Outcome[] = [];
  try {
    for (let run = 0; run < 2; run++) outcomes.push(await runLine(line));
  } catch (error) {
    return { problem: String(error), outcomes };
  }
  const [first, second] = outcomes;
  const problem = outcomes.map((outcome) => problemOf(line, outcome)).find((one) => one !== undefined);
  const isSame = first !== undefined && second !== undefined && stable(line, first) === stable(line, second);
  return { problem: problem ?? (isSame ? undefined : 'the second run differs'), outcomes };
}
