/**
 * Answers that are kept between runs: one file of lines, read once, to which all processes of a user append. Nothing here throws: what
 * cannot be read or written is not stored.
 */
import { attempt } from './files.ts';
import { storeFile } from './store-file.ts';
import { liveOf, put, type Answers, type Asked, type Stored } from './store-lines.ts';

export interface StoreOptions {
  readonly now: () => number;
  /** Answers of earlier runs do not count; new ones replace them. */
  readonly refresh?: boolean;
  /** Told once. */
  readonly onFullDisk?: () => void;
}

export type Store = ReturnType<typeof openStore>;

/** Without a path, everything stays in this process. */
export function openStore(path: string | undefined, { now, refresh = false, onFullDisk }: StoreOptions) {
  const file = path === undefined ? undefined : storeFile(path, now, onFullDisk);
  const earlier = file?.read();
  const answers: Answers = refresh || earlier === undefined ? new Map() : earlier;
  const add = (lines: readonly Stored[]): void => {
    for (const line of lines) put(answers, line);
    file?.append(lines);
  };
  const counts = ({ until }: Stored): boolean => until > now();
  return {
    get: ({ key, vehicle, name }: Asked): Stored | undefined => {
      const stored = answers.get(key)?.get(vehicle);
      return stored !== undefined && stored.name === name && counts(stored) ? stored : undefined;
    },
    /** The answers to the same request, for all vehicles. */
    all: (key: string): readonly Stored[] => [...(answers.get(key)?.values() ?? [])].filter(counts),
    every: (): readonly Stored[] => liveOf(answers, now()),
    /** `until`: epoch ms. */
    keep: (asked: Asked, answer: unknown, until: number): void => {
      if (until > now()) add([{ ...asked, at: now(), until, json: JSON.stringify(answer) }]);
    },
    close: (): void => file?.close(),
  };
}

/** Not checked: the file may have been changed. Undefined if it is not JSON. */
export function valueOf({ json }: Stored): unknown {
  return attempt(() => JSON.parse(json));
}
