/** A sweep that is killed again and again: is an answer that was stored asked for once more? */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withOperator } from './operator.ts';

export interface ResumeOutcome {
  /** Answers on the disk at the last kill. */
  readonly stored: number;
  /** Of those that were on the disk at a kill: asked for again. */
  readonly twice: number;
  /** Other requests that were answered twice: a kill came between the service and the disk. */
  readonly inFlight: number;
}

export function resumeAfterKills(args: readonly string[], kills: number): Promise<ResumeOutcome> {
  return withOperator({ delayMs: 5 }, async ({ home, rental, counts, asked }) => {
    let stored: ReadonlySet<string> = new Set();
    let [seen, twice] = [0, 0];
    for (let run = 0; run <= kills; run += 1) {
      const kill = new AbortController();
      const ended = rental(args, { kill: kill.signal }).then(() => (isOver = true));
      let isOver = false;
      const most = run === kills ? Number.POSITIVE_INFINITY : seen + 20 + Math.floor(Math.random() * 60);
      while (!isOver && (await counts()).requests < most) await sleep(2 + Math.random() * 5);
      kill.abort();
      await ended;
      const all = await asked();
      twice += all.slice(seen).filter((path) => stored.has(path)).length;
      seen = all.length;
      stored = storedIn(join(home.path, 'cache', 'rental'));
    }
    return { stored: stored.size, twice, inFlight: (await counts()).twice - twice };
  });
}

/** The requests whose answers are stored, as the service was asked. A line that a kill cut off does not count. */
function storedIn(cache: string): ReadonlySet<string> {
  const folder = readdirSync(cache).find((name) => name.startsWith('sweeps-')) ?? '';
  const lines = readdirSync(join(cache, folder)).flatMap((name) =>
    readFileSync(join(cache, folder, name), 'utf8').split('\n'),
  );
  return new Set(lines.flatMap(requestOf));
}

function requestOf(line: string): string[] {
  const [, path, vehicle] = /^\{"key":"([^"]+)"(?:,"vehicle":(\d+))?,.*"answer":.*\}$/.exec(line) ?? [];
  return path === undefined ? [] : [vehicle === undefined ? path : `${path} ${vehicle}`];
}
