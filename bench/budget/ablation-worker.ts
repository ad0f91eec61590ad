/** Simulates every scene of the ablation, and prints one JSON array of means. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kinds } from './limiters.ts';
import { type SimulatedFinish, type SimulatedRun, simulate, simulatedWindowMs } from './simulation.ts';

/** Means over the repeats of one scene. */
export interface SceneResult extends Pick<SimulatedRun, 'kind' | 'processes'> {
  readonly situation: string;
  readonly refused: number;
  readonly makespan: number;
}

const limit = 50;
const base = { limit, headers: 'all', lanes: 4, requests: 4 * limit, latency: 60 } as const;
const situations: Readonly<Record<string, Partial<SimulatedRun>>> = {
  'no other client': {},
  'another client takes 30 %': { foreign: 0.3 },
  'half of the assumed limit': { assumedLimit: 2 * limit },
  'the same in 10 s': { assumedLimit: 2 * limit, windowMs: 10_000 },
};

async function runScene(run: Omit<SimulatedRun, 'stateDir' | 'phase'>, repeat: number): Promise<SimulatedFinish[]> {
  const finishes: SimulatedFinish[] = [];
  for (let seed = 1; seed <= repeat; seed += 1) {
    const stateDir = mkdtempSync(join(tmpdir(), 'rental-ablation-'));
    // The same phases for every variant, spread over the window.
    const phase = (simulatedWindowMs * (seed - 0.5)) / repeat;
    finishes.push(await simulate({ ...run, phase, seed: seed * 1_000_003, stateDir }));
    rmSync(stateDir, { recursive: true, force: true });
  }
  return finishes;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

const [repeat, only] = [Number(process.argv[2]), process.argv[3]];
const results: SceneResult[] = [];
for (const [situation, more] of Object.entries(situations)) {
  if (only && situation !== only) continue;
  for (const processes of [1, 4]) {
    for (const kind of kinds) {
      const finishes = await runScene({ ...base, ...more, kind, processes }, repeat);
      const refused = mean(finishes.map((finish) => finish.refused));
      const makespan = mean(finishes.map((finish) => finish.makespan));
      results.push({ situation, kind, processes, refused, makespan });
    }
  }
}
process.stdout.write(JSON.stringify(results));
