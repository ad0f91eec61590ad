/** Runs random answers and prints the defects, each with what replays it. */
import { startReport } from '../report.ts';
import { checkWire, type WireEnd } from './check.ts';
import { startWatchdog } from './watchdog.ts';

/** Resolves with the number of defects. */
export async function fuzzWire(count: number, seed: number, from: number): Promise<number> {
  const report = startReport('inputs', count, seed);
  const watchdog = startWatchdog(seed);
  const { defects, codes, answers, slowest } = await checkWire({
    ...{ seed, from, count },
    onStart: (index) => {
      watchdog.starts(index);
      if (index > from) report.done(index - from);
    },
    onEnd: (end) => {
      // A single input is a replay: show it in any case.
      if (end.problem === undefined && count > 1) return;
      report.defect(end.index, end.problem ?? 'no defect', end.line);
      console.log(describe(end, seed, count === 1 ? 100_000 : 1500));
    },
  });
  watchdog.end();
  console.log(`\n${answers} answers; the slowest input is ${slowest.index}: ${slowest.ms} ms`);
  report.end(defects.length, codes);
  return defects.length;
}

function describe({ index, sent, outcome }: WireEnd, seed: number, most: number): string {
  const answers = sent.map(({ target, delivery: { pieces, end } }) => {
    const bytes = JSON.stringify(Buffer.concat(pieces).toString('latin1'));
    return `  ${target}\n    ${bytes.slice(0, most)}, ${pieces.length} pieces, ${end}`;
  });
  const ended = JSON.stringify(outcome ?? null).slice(0, most);
  return [...answers, `  ${ended}`, `  replay: npm run fuzz -- wire 1 ${seed} ${index}`].join('\n');
}
