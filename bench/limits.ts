/** The ratios that the benchmarks must keep: `bench/limits.json`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A ratio may be worse than its line by this part, because machines differ. */
const tolerance = 0.15;

/** Prints each ratio beside its limit. Returns the exit code: 1 if one is too high. */
export function checkLimits(bench: string, ratios: Readonly<Record<string, number>>): 0 | 1 {
  const file = join(process.env['BENCH_ROOT'] ?? process.cwd(), 'bench/limits.json');
  const limits = (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, number>>)[bench] ?? {};
  let isWorse = false;
  for (const [name, ratio] of Object.entries(ratios)) {
    const limit = limits[name];
    const isOver = limit !== undefined && ratio > limit * (1 + tolerance);
    isWorse ||= isOver;
    const verdict = limit === undefined ? '' : `, limit ${limit}${isOver ? ': WORSE' : ''}`;
    console.log(`${name}: ${Number.isNaN(ratio) ? 'not measured' : ratio.toFixed(2)}${verdict}`);
  }
  return isWorse ? 1 : 0;
}
