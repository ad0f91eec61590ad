/** Which answers are stored: what the lines of all processes say. */
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

export type AnswerIndex = ReturnType<typeof createAnswerIndex>;

/** Without a log, everything stays in this process. */
export function createAnswerIndex(now: () => number, log: AnswerLog | undefined) {
  const answers = createAnswers(now);
  let order = 0;
  /** What own lines are about that were not read back. */
  const behind = new Set<string>();
  const apply = (head: Head, { file, start, length, value }: Where = noFile): void => {
    order += 1;
    const { key, vehicle, until, over, at } = head;
    if (until <= now()) return;
    if (over === true) answers.giveUp({ key, vehicle }, order);
    if (at === undefined) return;
    answers.add({ key, vehicle }, { order, at, until, over: undefined, file, start, length, value });
  };
  /** Reads what all processes have appended. */
  const update = (): void => {
    behind.clear();
    log?.news((line, place) => {
      const head = readHead(line);
      if (head !== undefined) apply(head, place);
    });
  };
  return {
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
    /** `until`: epoch ms. */
    keep: (asked: Asked, answer: unknown, until: number): void => {
      if (!(until > now())) return;
      const head = { ...asked, until, at: now() };
      if (log?.append([lineOf(head, JSON.stringify(answer))], until) === true) behind.add(nameOf(asked));
      else apply(head, { ...noFile, value: answer });
    },
    /** Sweeps that begin later ask for these again. */
    giveUp: (keys: readonly string[]): void => {
      update();
      // Not in a file that is read before that of an answer.
      const until = keys.reduce((last, key) => Math.max(last, answers.all(key).get(undefined)?.until ?? 0), 0);
      if (until === 0) return;
      const heads = keys.map((key): Head => ({ key, until, over: true }));
      const isWritten = log?.append(
        heads.map((head) => JSON.stringify(head)),
        until,
      );
      for (const head of heads) {
        if (isWritten === true) behind.add(nameOf(head));
        else apply(head);
      }
    },
  };
}

function nameOf({ key, vehicle }: Asked): string {
  return `${vehicle ?? ''} ${key}`;
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
