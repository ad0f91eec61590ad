/** Runs the cases in processes of their own. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { fleetBytes, offerBytes } from './data.ts';
import { medianOf } from './median.ts';
import type { Measurement } from './worker.ts';

const dataOf = { availability: fleetBytes, compare: offerBytes };
export type CaseName = keyof typeof dataOf;

export interface Comparison {
  /** Processor time ÷ that of the base: JSON.parse and JSON.stringify of the same bytes. */
  readonly ratio: number;
  readonly firstRatio: number;
  readonly ms: number;
  readonly peakMb: number;
}

export async function openCases(root: string, rows: number) {
  const cache = join(root, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'rental-bench-'));
  const worker = join(folder, 'worker.cjs');
  // As the program is built: with its packages, and so that a lazy import loads nothing before it is needed.
  await build({
    entryPoints: [join(root, 'bench/render/worker.ts')],
    outfile: worker,
    bundle: true,
    platform: 'node',
    mainFields: ['module', 'main'],
    format: 'cjs',
    target: 'node20.18',
    logLevel: 'warning',
  });
  for (const [name, bytes] of Object.entries(dataOf)) writeFileSync(join(folder, name), bytes(rows));
  const measure = async (name: CaseName, format: string): Promise<Measurement> => {
    const { stdout } = await promisify(execFile)(process.execPath, [worker, name, format, join(folder, name)]);
    return JSON.parse(stdout) as Measurement;
  };
  return {
    /** Measures the case and its base by turns. */
    async run(name: CaseName, format: string, runs: number): Promise<Comparison> {
      const [base, own]: [Measurement[], Measurement[]] = [[], []];
      for (let run = 0; run < runs; run++) {
        base.push(await measure(name, 'base'));
        own.push(await measure(name, format));
      }
      const median = (list: readonly Measurement[], key: keyof Measurement) => medianOf(list.map((one) => one[key]));
      const ratio = (key: keyof Measurement) => median(own, key) / median(base, key);
      const ms = Math.min(...own.map((one) => one.ms));
      return { ratio: ratio('cpuMs'), firstRatio: ratio('firstCpuMs'), ms, peakMb: median(own, 'peakMb') };
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
