/** Which answers are stored, and which ones a process is asking for: what the lines of all processes say. */
import { readSync } from 'node:fs';
import { parseJson, stringifyJson } from '../json.ts';
import type { AnswerLog, Place } from './answer-log.ts';

/** What was asked for. The vehicle of a quote stands alone, because a sweep looks for all vehicles with a quote. */
export interface Asked {
  /** Path and query of the request. */
  readonly key: string;
  readonly vehicle?: number | undefined;
}

/** A line; an answer has its text after this. */
interface Head extends Partial<Asked> {
  /** Epoch ms. */
  readonly until: number;
  /** A process that asks, or that lives; empty if it has stopped asking. */
  readonly by?: string;
  /** Later sweeps ask again. */
  readonly over?: true;
  /** When the answer came, epoch ms. */
  readonly at?: number;
  /** Length of the text. */
  readonly bytes?: number;
}

export interface StoredAnswer {
  /** How many lines were read before. */
  readonly order: number;
  /** When it came, epoch ms. */
  readonly at: number;
  /** Epoch ms. */
  readonly until: number;
  /** Not checked: the file may have been changed. Undefined if it cannot be read. */
  read(): unknown;
  /** How many lines were read when it was given up for later sweeps. */
  over?: number;
}

/** A process that asks says so more often; after this time, ms, it is taken for dead. */
export const leaseMs = 4_000;
/** In the place of a process that has stopped asking. */
const none = '';
const answerMark = ',"answer":';

export type AnswerIndex = ReturnType<typeof createAnswerIndex>;

/** Without a log, everything stays in this process. */
export function createAnswerIndex(now: () => number, log: AnswerLog | undefined) {
  const answers = new Map<string, Map<number | undefined, StoredAnswer>>();
  const asking = new Map<string, string>();
  const leases = new Map<string, number>();
  let order = 0;
  /** Own lines that were not read back. */
  let isBehind = false;
  const isAlive = (by: string | undefined): boolean => {
    const left = (leases.get(by ?? none) ?? 0) - now();
    // After a step of the clock, asking twice is better than waiting long.
    return left > 0 && left <= leaseMs;
  };
  const applyClaim = (name: string, by: string): void => {
    if (by === none) asking.delete(name);
    else if (!isAlive(asking.get(name))) asking.set(name, by);
  };
  const applyAnswer = ({ key, vehicle }: Asked, answer: StoredAnswer): void => {
    const known = answers.get(key) ?? new Map<number | undefined, StoredAnswer>();
    const before = known.get(vehicle);
    // The files are not read in the order of time.
    if (before === undefined || before.at <= answer.at) answers.set(key, known.set(vehicle, answer));
  };
  const apply = ({ key, vehicle, until, by, over, at }: Head, read: () => unknown): void => {
    order += 1;
    if (until <= now()) return;
    if (by !== undefined && by !== none) leases.set(by, until);
    if (key === undefined) return;
    const name = nameOf({ key, vehicle });
    if (by !== undefined) return applyClaim(name, by);
    const known = answers.get(key)?.get(vehicle);
    if (over === true && known !== undefined) known.over = order;
    if (at === undefined) return;
    asking.delete(name);
    applyAnswer({ key, vehicle }, { order, at, until, read });
  };
  /** Returns false if the lines could not be written. */
  const append = (lines: readonly string[], until: number): boolean => {
    const isDone = log?.append(lines, until) === true;
    isBehind ||= isDone;
    return isDone;
  };
  const write = (heads: readonly Head[], until: number): void => {
    const lines = heads.map((head) => JSON.stringify(head));
    if (!append(lines, until)) for (const head of heads) apply(head, () => undefined);
  };
  /** Reads what all processes have appended. */
  const update = (): void => {
    isBehind = false;
    log?.news((line, place) => {
      const head = readHead(line);
      if (head !== undefined) apply(head, () => readAnswer(place, line.length));
    });
  };
  return {
    update,
    order: () => order,
    isEmpty: () => answers.size === 0,
    /** Answers to the same request, by vehicle. */
    all: (key: string): ReadonlyMap<number | undefined, StoredAnswer> => {
      if (isBehind) update();
      return answers.get(key) ?? new Map();
    },
    forgetAll: (): void => answers.clear(),
    /** Whether `by` may ask, because no other process does. */
    claim: (asked: Asked, by: string): boolean => {
      const name = nameOf(asked);
      const other = asking.get(name);
      if (other !== by && isAlive(other)) return false;
      write([{ ...asked, until: now() + leaseMs, by }], now() + leaseMs);
      // Of two that claim at the same time, the first in the file asks.
      update();
      return asking.get(name) === by;
    },
    /** `by` is still asking. */
    renew: (by: string): void => write([{ until: now() + leaseMs, by }], now() + leaseMs),
    release: (asked: Asked): void => write([{ ...asked, until: now() + leaseMs, by: none }], now() + leaseMs),
    /** `until`: epoch ms. */
    keep: (asked: Asked, answer: unknown, until: number): void => {
      const text = stringifyJson(answer);
      const head: Head = { ...asked, until, at: now(), bytes: Buffer.byteLength(text) };
      const line = `${JSON.stringify(head).slice(0, -1)}${answerMark}${text}}`;
      if (!append([line], until)) apply(head, () => answer);
    },
    /** Sweeps that begin later ask for these again. */
    giveUp: (keys: readonly string[]): void => {
      const ends = keys.flatMap((key) => answers.get(key)?.get(undefined)?.until ?? []);
      // Not in a file that is read before that of an answer.
      const until = ends.reduce((last, end) => Math.max(last, end), 0);
      if (until > 0)
        write(
          keys.map((key) => ({ key, until, over: true })),
          until,
        );
    },
  };
}

/** Undefined for a line that was cut off, or that is none of ours. */
export function readHead(line: Buffer): Head | undefined {
  const mark = line.indexOf(answerMark);
  const text = mark < 0 ? line.toString('utf8') : `${line.toString('utf8', 0, mark)}}`;
  const head = parse(text) as Partial<Head> | null | undefined;
  const isHead =
    typeof head?.until === 'number' && typeof (head.key ?? '') === 'string' && typeof (head.by ?? '') === 'string';
  if (!isHead) return undefined;
  if (mark < 0) return head.at === undefined ? (head as Head) : undefined;
  const length = mark + answerMark.length + (head.bytes ?? -2) + 1;
  return length === line.length && typeof head.at === 'number' ? (head as Head) : undefined;
}

/** The answer of a whole line. Undefined if there is none. */
export function answerIn(line: Buffer): unknown {
  const mark = line.indexOf(answerMark);
  return mark < 0 ? undefined : parse(line.toString('utf8', mark + answerMark.length, line.length - 1));
}

function readAnswer({ file, start }: Place, length: number): unknown {
  const line = Buffer.allocUnsafe(length);
  try {
    return readSync(file, line, 0, length, start) === length ? answerIn(line) : undefined;
  } catch {
    return undefined;
  }
}

function nameOf({ key, vehicle }: Asked): string {
  return vehicle === undefined ? key : `${key} ${vehicle}`;
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
