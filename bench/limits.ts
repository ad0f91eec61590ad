/** The figures that the benchmarks must keep: `limits.json` has them by benchmark and by name. Lower is better. */
import limits from './limits.json' with { type: 'json' };

/** A figure may be this much worse than its limit, because no two runs are the same. */
const tolerance = 1.15;

/** The limit of one figure; undefined if it has none. */
export function limitOf(bench: keyof typeof limits, name: string): number | undefined {
  return (limits[bench] as Readonly<Record<string, number>>)[name];
}

/** Prints each figure that is worse than its limit, and then makes the benchmark fail. */
export function checkLimits(bench: keyof typeof limits, figures: ReadonlyMap<string, number>): void {
  for (const [name, figure] of figures) {
    const limit = limitOf(bench, name);
    if (limit === undefined || figure <= limit * tolerance) continue;
    process.stderr.write(`worse than its limit: ${name} is ${figure.toFixed(2)}, the limit is ${limit}\n`);
    process.exitCode = 1;
  }
}
