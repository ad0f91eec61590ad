/** What a watch remembers of a trip between rounds and runs: `watch.json` in its folder. */
import { join } from 'node:path';
import * as z from 'zod/mini';
import { readSmallFile, writePrivateFile } from '../operators/files.ts';
import type { TripEvent } from './events.ts';
import type { StoredTrip } from './store.ts';
import { readBroken } from './channels/tell.ts';
import { readWatch, type WatchState } from './watch-state.ts';

export interface Watched {
  readonly state: WatchState;
  /** The answers that were looked at; undefined before the first round. */
  readonly seen: string | undefined;
  /** Events that still have to be told: a process can be killed before, and a channel can be down. */
  readonly untold: readonly Untold[];
  /** Channels that people know to be broken. */
  readonly broken: readonly string[];
}

export interface Untold {
  readonly event: TripEvent;
  /** The keys of the channels that do not know it. Undefined: all. */
  readonly to?: readonly string[] | undefined;
}

/** What was not told for so long is no news any more. */
const mostUntold = 100;
const mostBytes = 4 * 1024 * 1024;
function isEvent(value: unknown): boolean {
  const { event, trip, at, text } = (value ?? {}) as Partial<Record<string, unknown>>;
  return [event, trip, at, text].every((field) => typeof field === 'string');
}

const fileSchema = z.object({
  state: z.unknown(),
  seen: z.optional(z.string()),
  untold: z.array(z.object({ event: z.custom<TripEvent>(isEvent), to: z.optional(z.array(z.string())) })),
  broken: z.unknown(),
});

/** A file that cannot be read is that of a watch that begins now. */
export function readWatched({ folder }: Pick<StoredTrip, 'folder'>): Watched {
  const { state, seen, untold = [], broken } = parsed(join(folder, 'watch.json')) ?? {};
  return { state: readWatch(state), seen, untold, broken: readBroken(broken) };
}

function parsed(path: string): z.infer<typeof fileSchema> | undefined {
  try {
    return fileSchema.safeParse(JSON.parse(readSmallFile(path, mostBytes) ?? '')).data;
  } catch {
    return undefined;
  }
}

export async function writeWatched({ folder }: Pick<StoredTrip, 'folder'>, watched: Watched): Promise<void> {
  const kept = { ...watched, untold: watched.untold.slice(-mostUntold) };
  await writePrivateFile(join(folder, 'watch.json'), `${JSON.stringify(kept)}\n`);
}
