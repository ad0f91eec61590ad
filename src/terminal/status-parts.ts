/** What the status line says: what is under way, how far it has come, and why the program waits. */
import { formatDuration, shorten, waitInWords } from '../text.ts';
import { escapeText } from './escape.ts';
import type { Io } from './io.ts';

export interface Wait {
  readonly reason: string;
  /** Epoch ms. */
  readonly until: number;
}

/** Longer waits get a line of their own if the status line cannot be shown. */
const longWaitMs = 2000;
/** In one line; what does not fit is cut. */
const mostNamed = 3;
const longestName = 20;

/** A wait for each operator, because each has its own limit. Operators have names only if there are several. */
export function createWaits({ now }: Pick<Io, 'now'>) {
  const waits = new Map<string | undefined, Wait>();
  /** When the waits end that have a line, by operator and reason. */
  const said = new Map<string, number>();
  return {
    /** Undefined at its end. */
    set: (operator: string | undefined, wait: Wait | undefined): void =>
      void (wait === undefined ? waits.delete(operator) : waits.set(operator, wait)),
    /** The line of a long wait; undefined if it has one already. */
    news: ({ reason, until }: Wait, operator: string | undefined): string | undefined => {
      const key = JSON.stringify([operator, reason]);
      if (until - now() <= longWaitMs || until <= (said.get(key) ?? 0) + longWaitMs) return undefined;
      said.set(key, until);
      return escapeText(waitInWords(until - now(), reason, operator));
    },
    /** All waits in one line, the shortest first. */
    text: (): string | undefined => {
      const current = [...waits].filter(([, { until }]) => until > now()).sort(([, a], [, b]) => a.until - b.until);
      const [[operator, first] = [undefined, undefined], second] = current;
      if (first === undefined) return undefined;
      if (second === undefined) return escapeText(waitInWords(first.until - now(), first.reason, operator));
      const named = current.slice(0, mostNamed).map(([name = '', { until }]) => {
        return `${formatDuration(until - now())} for ${shorten(name, longestName)}`;
      });
      const more = current.length > mostNamed ? ` and ${current.length - mostNamed} more` : '';
      return escapeText(`waiting ${named.join(', ')}${more}`);
    },
    /** A countdown changes with the next full second. */
    nextChangeMs: (): number =>
      Math.min(1000, ...[...waits.values()].map(({ until }) => Math.max(50, (until - now()) % 1000))),
  };
}

/** A service that does not answer for longer is slow, and users want to know that nothing else keeps them waiting. */
const slowMs = 3000;

/** What is under way, and how long the service has not answered. */
export function createUnderWay({ now }: Pick<Io, 'now'>) {
  const labels = new Set<{ readonly label: string }>();
  let heardAt = 0;
  return {
    /** Returns a function that ends it, which is true the first time. */
    begin: (label: string): (() => boolean) => {
      const entry = { label };
      if (labels.size === 0) heardAt = now();
      labels.add(entry);
      return () => labels.delete(entry);
    },
    /** An answer has come, or why none can come. */
    heard: (): void => void (heardAt = now()),
    /** Of what began last. */
    label: (): string | undefined => [...labels].at(-1)?.label,
    /** `, no answer for 5 s`; empty if an answer came a moment ago, or nothing is under way. */
    silence: (): string => {
      const ms = labels.size === 0 ? 0 : now() - heardAt;
      return ms < slowMs ? '' : `, no answer for ${formatDuration(Math.floor(ms / 1000) * 1000)}`;
    },
  };
}

/** ms between two looks. */
const lookMs = 100;
const withoutNewsMs = 1000;

/** How far the work has come, in words. Results can come by the hundred in a second, and to work out how far the work has come takes time. */
export function createMeter({ now }: Pick<Io, 'now'>) {
  let make: (() => string) | undefined;
  let makeCount: (() => string) | undefined;
  let last: { readonly made: typeof make; readonly text: string; readonly at: number } | undefined;
  return {
    nextChangeMs: (): number => (make === undefined ? withoutNewsMs : lookMs),
    set: (next: typeof make, count: typeof makeCount): void => {
      [make, makeCount] = [next, count];
      if (make === undefined) last = undefined;
    },
    /** In a few words. */
    count: (): string | undefined => makeCount && escapeText(makeCount()),
    text: (): string | undefined => {
      if (make === undefined) return undefined;
      const freshMs = last?.made === make ? withoutNewsMs : lookMs;
      // The clock can step.
      if (last !== undefined && Math.abs(now() - last.at) < freshMs) return last.text;
      last = { made: make, text: escapeText(make()), at: now() };
      return last.text;
    },
  };
}
