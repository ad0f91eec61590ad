/** The budget in virtual time, in situations that a service does not announce. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { simulate, simulatedWindowMs } from './simulation.ts';
import type { SimulatedFinish, SimulatedRun } from './simulation.ts';

const limit = 50;
const base = { limit, lanes: 4, requests: 4 * limit, latencyMs: 60 } as const;
export const situations: Readonly<Record<string, Partial<SimulatedRun>>> = {
  'no other client': {},
  'another client takes 30 %': { otherShare: 0.3 },
  'half of the assumed limit': { assumedLimit: 2 * limit },
  'half of the assumed limit, in 10 s': { assumedLimit: 2 * limit, windowMs: 10_000 },
};

/** A row of the table, for answers with some `headers`: a service in a situation. */
export interface Scene extends Pick<SimulatedRun, 'kind' | 'processes' | 'headers'> {
  readonly situation: string;
}

/** Means over the repeats. */
export async function runScene(
  { situation, ...scene }: Scene,
  repeat: number,
): Promise<Pick<SimulatedFinish, 'refused' | 'timeOverLeast'>> {
  const finishes: SimulatedFinish[] = [];
  for (let seed = 1; seed <= repeat; seed += 1) {
    const stateDir = mkdtempSync(join(tmpdir(), 'rental-scenes-'));
    // The same phases for every scene, spread over the window.
    const phaseMs = (simulatedWindowMs * (seed - 0.5)) / repeat;
    const run = { ...base, ...situations[situation], ...scene, phaseMs, stateDir };
    finishes.push(await simulate({ ...run, seed: seed * 1_000_003 }));
    rmSync(stateDir, { recursive: true, force: true });
  }
  return {
    refused: mean(finishes.map((finish) => finish.refused)),
    timeOverLeast: mean(finishes.map((finish) => finish.timeOverLeast)),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
