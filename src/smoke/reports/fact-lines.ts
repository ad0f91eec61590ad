/** What a run has seen of a service, in words. */
import { formatDuration } from '../../base/durations.ts';
import { plural } from '../../base/words.ts';
import type { Facts } from '../../documents/facts.ts';

/** The forms of `X-RateLimit-Reset`. */
const resetFormWords: Readonly<Record<NonNullable<Facts['reset']>['form'], string>> = {
  'delta-seconds': 'seconds from now',
  'delta-milliseconds': 'milliseconds from now',
  'epoch-seconds': 'epoch seconds',
  'epoch-milliseconds': 'epoch milliseconds',
  'iso-8601': 'ISO 8601',
  'http-date': 'HTTP date',
  mixed: 'several forms',
  unknown: 'an unknown form',
};

/** A fact in words, with a value for each place where it was seen. */
export interface FactLine {
  readonly label: string;
  readonly values: readonly string[];
}

/** A line for each kind of fact, in the order of reports; without values if it was not seen. */
export function factLines(seen: Facts): readonly FactLine[] {
  const line = (label: string, ...values: readonly (string | undefined)[]): FactLine => {
    return { label, values: values.filter((value) => value !== undefined) };
  };
  const { reset, quoteLifetimeSeconds: lifetime, dayCategories: days } = seen;
  return [
    line('Reset', reset && `${resetFormWords[reset.form]}, such as ${reset.example}`),
    line('Limit', limitInWords(seen)),
    line('Days charged', chargedInWords(seen)),
    line('Quotes hold', lifetime === undefined ? undefined : formatDuration(lifetime * 1000)),
    line('Day categories', days?.join(', ')),
    line('Redirects', ...(seen.redirects ?? []).map(redirectInWords)),
    line('Descriptions', ...(seen.descriptions ?? []).map(descriptionInWords)),
    line('Response times', timesInWords(seen)),
    line('Versions', versionsInWords(seen)),
  ];
}

/** Whether anything answered. */
export function isAnythingSeen({ versions: { description, server }, ...others }: Facts): boolean {
  return [...Object.values(others), description, server].some((value) => value !== undefined);
}

function limitInWords({ limit }: Facts): string | undefined {
  if (limit === undefined) return undefined;
  const {
    requests,
    windowSeconds: window,
    furthestResetSeconds: furthest,
    answers,
    withHeaders,
  } = limit;
  const count = requests === undefined ? 'no limit' : plural(requests, 'request');
  const reset = furthest === undefined ? '' : `, resets at most ${furthest} s ahead`;
  const span = window === undefined ? reset : ` in ${window} s`;
  return `${count}${span}; headers in ${withHeaders} of ${plural(answers, 'answer')}`;
}

function chargedInWords({ charged }: Facts): string | undefined {
  if (charged === undefined) return undefined;
  const { nights, days, dailyRates } = charged;
  return `${days ?? `${dailyRates.toFixed(2)} daily rates`} for ${plural(nights, 'night')}`;
}

type Item<K extends 'redirects' | 'descriptions'> = NonNullable<Facts[K]>[number];

function redirectInWords({ from, to, status }: Item<'redirects'>): string {
  return `${from} → ${to}${status === undefined ? '' : ` (${status})`}`;
}

function descriptionInWords({
  path,
  format,
  openapi,
  version,
  base,
}: Item<'descriptions'>): string {
  if (format === 'page') return `${path}: a web page`;
  const parts = [version && `version ${version}`, base && `base ${base}`].filter(
    (part) => part !== undefined,
  );
  return `${path}: ${[`${format.toUpperCase()}${openapi === undefined ? '' : ` ${openapi}`}`, ...parts].join(', ')}`;
}

function timesInWords({ responseTimes: times }: Facts): string | undefined {
  return times && `median ${times.medianMs} ms, slowest ${times.slowestMs} ms (${times.slowest})`;
}

function versionsInWords({ versions }: Facts): string {
  const { rental, node, description: ofDescription, server } = versions;
  const ofService = [ofDescription && `description ${ofDescription}`, server && `server ${server}`];
  return [
    `rental ${rental}`,
    `Node ${node}`,
    ...ofService.filter((part) => part !== undefined),
  ].join(', ');
}
