/** Which answers are stored, and which ones a sweep is asking for: what the lines of all processes say. */
import { stringifyJson } from '../json.ts';
import { answerAt, lineOf, readHead, type Asked, type Head } from './answer-lines.ts';
import type { AnswerLog } from './answer-log.ts';
import type { Place } from './log-files.ts';

/** Where an answer is, or itself if it is in no file. */
interface Where extends Place {
  readonly value?: unknown;
}

/** One flat object, because there can be thousands. */
export interface StoredAnswer extends Where {
  /** How many lines were read before. */
  readonly order: number;
  /** When it came, epoch ms. */
  readonly at: number;
  /** Epoch ms. */
  readonly until: number;
  /** How many lines were read when it was given up for later sweeps. */
  over: number | undefined;
}

const noFile: Place = { file: -1, start: 0, length: 0 };

/** Not checked: the file may have been changed. Undefined if it cannot be read. */
export function readStored(stored: StoredAnswer): unknown {
  return stored.file === noFile.file ? stored.value : answerAt(stored);
}

/** A sweep that asks says so more often; after this time, ms, it is taken for dead. */
export const leaseMs = 4_000;
/** In the place of a sweep that has stopped asking. */
const none = '';

export type AnswerIndex = ReturnType<typeof createAnswerIndex>;

/** Without a log, everything stays in this process. */
export function createAnswerIndex(now: () => number, log: AnswerLog | undefined) {
  const answers = createAnswers(now);
  const claims = createClaims(now);
  let order = 0;
  /** What own lines are about that were not read back. */
  const behind = new Set<string>();
  const apply = (head: Head, { file, start, length, value }: Where = noFile): void => {
    order += 1;
    const { key, vehicle, until, by, over, at } = head;
    if (until <= now()) return;
    if (by !== undefined) claims.heard(head, by);
    if (key === undefined || by !== undefined) return;
    if (over === true) answers.giveUp({ key, vehicle }, order);
    if (at === undefined) return;
    claims.end({ key, vehicle });
    answers.add({ key, vehicle }, { order, at, until, over: undefined, file, start, length, value });
  };
  /** All of them end at the same time. */
  const say = (heads: readonly Head[]): void => {
    const lines = heads.map((head) => JSON.stringify(head));
    const isWritten = log?.append(lines, heads[0]?.until ?? 0) === true;
    for (const head of heads) {
      if (isWritten) behind.add(nameOf(head));
      else apply(head);
    }
  };
  /** Reads what all processes have appended. */
  const update = (): void => {
    behind.clear();
    log?.news((line, place) => {
      const head = readHead(line);
      if (head !== undefined) apply(head, place);
    });
  };
  const release = (asked: Asked): void => say([{ ...asked, until: now() + leaseMs, by: none }]);
  return {
    update,
    /** Returns how many lines were read: what comes later is not older than a sweep that begins now. */
    begin: (): number => {
      update();
      answers.forget(({ until }) => until <= now());
      return order;
    },
    isEmpty: answers.isEmpty,
    forgetAll: (): void => answers.forget(() => true),
    get: (asked: Asked): StoredAnswer | undefined => {
      if (behind.has(nameOf(asked))) update();
      return answers.all(asked.key).get(asked.vehicle);
    },
    /** Answers to the same request, by vehicle. */
    all: (key: string) => {
      if (behind.size > 0) update();
      return answers.all(key);
    },
    /** Whether `by` may ask, because no other sweep does. */
    claim: (asked: Asked, by: string): boolean => {
      if (!claims.mayAsk(asked, by)) return false;
      say([{ ...asked, until: now() + leaseMs, by }]);
      // Of two that claim at the same time, the first in the file asks.
      update();
      return claims.mayAsk(asked, by);
    },
    /** `by` is still asking. */
    renew: (by: string): void => say([{ until: now() + leaseMs, by }]),
    release,
    /** `until`: epoch ms. */
    keep: (asked: Asked, answer: unknown, until: number): void => {
      // Another sweep that waits for it asks for itself.
      if (!(until > now())) return release(asked);
      const head = { ...asked, until, at: now() };
      if (log?.append([lineOf(head, stringifyJson(answer))], until) === true) behind.add(nameOf(asked));
      else apply(head, { ...noFile, value: answer });
    },
    /** Sweeps that begin later ask for these again. */
    giveUp: (keys: readonly string[]): void => {
      update();
      // Not in a file that is read before that of an answer.
      const until = keys.reduce((last, key) => Math.max(last, answers.all(key).get(undefined)?.until ?? 0), 0);
      if (until > 0) say(keys.map((key) => ({ key, until, over: true })));
    },
  };
}

function nameOf({ key, vehicle }: Partial<Asked>): string {
  return `${vehicle ?? ''} ${key ?? ''}`;
}

function createAnswers(now: () => number) {
  const answers = new Map<string, Map<number | undefined, StoredAnswer>>();
  const all = (key: string): ReadonlyMap<number | undefined, StoredAnswer> => answers.get(key) ?? new Map();
  return {
    all,
    isEmpty: () => answers.size === 0,
    add: ({ key, vehicle }: Asked, answer: StoredAnswer): void => {
      const before = all(key).get(vehicle);
      // The files are not read in the order of time.
      if (before !== undefined && before.at > answer.at && before.until > now()) return;
      answers.set(key, (answers.get(key) ?? new Map<number | undefined, StoredAnswer>()).set(vehicle, answer));
    },
    giveUp: ({ key, vehicle }: Asked, order: number): void => {
      const answer = all(key).get(vehicle);
      if (answer !== undefined) answer.over = order;
    },
    forget: (isGone: (answer: StoredAnswer) => boolean): void => {
      for (const [key, known] of answers) {
        for (const [vehicle, answer] of known) if (isGone(answer)) known.delete(vehicle);
        if (known.size === 0) answers.delete(key);
      }
    },
  };
}

/** Who asks for what. */
function createClaims(now: () => number) {
  const asking = new Map<string, string>();
  const leases = new Map<string, number>();
  const isAlive = (by: string): boolean => {
    const left = (leases.get(by) ?? 0) - now();
    // After a step of the clock, asking twice is better than waiting long.
    return left > 0 && left <= leaseMs;
  };
  const mayAsk = (asked: Asked, by: string): boolean => {
    const other = asking.get(nameOf(asked)) ?? none;
    return other === by || other === none || !isAlive(other);
  };
  const end = (asked: Asked): void => void asking.delete(nameOf(asked));
  return {
    mayAsk,
    end,
    heard: ({ key, vehicle, until }: Head, by: string): void => {
      if (by !== none) leases.set(by, until);
      if (key === undefined) return;
      if (by === none) end({ key, vehicle });
      else if (mayAsk({ key, vehicle }, by)) asking.set(nameOf({ key, vehicle }), by);
    },
  };
}
