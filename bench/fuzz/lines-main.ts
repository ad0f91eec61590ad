/** Runs random command lines and prints the defects. */
import { checkLines } from './check.ts';
import { startFakes } from './harness.ts';
import { startReport } from './report.ts';

/** Resolves with the number of defects. */
export async function fuzzLines(count: number, seed: number, from: number): Promise<number> {
  const fakes = await startFakes();
  const report = startReport('lines', count, seed);
  const { defects, codes } = await checkLines({
    ...{ seed, from, count, addresses: fakes.addresses },
    onLine: (index) => report.done(index - from + 1),
    onDefect: ({ problem, index, line, outcomes }) => {
      report.defect(index, problem, line);
      for (const { code, stdout, stderr } of outcomes)
        console.log(`  ${JSON.stringify({ code, stderr, stdout }).slice(0, 1500)}`);
    },
  });
  await fakes.close();
  report.end(defects.length, codes);
  return defects.length;
}
