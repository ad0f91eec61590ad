/** Facts that the answers of a run show and the interface leaves open. */
import { shownAddress } from '../base/addresses.ts';
import { readInstant } from '../base/instants.ts';
import { shorten } from '../base/words.ts';
import type { Facts } from '../documents/facts.ts';
import { countIn, formOfReset, remainingOf } from '../http/limit-headers.ts';
import { daysInFee } from '../planner/charged-days.ts';
import { fieldOf, isThere, listOf, type ServiceAnswer } from './answers.ts';
import type { SmokeAnswers } from './converse.ts';
import { basesIn, type SearchedPlace } from './descriptions.ts';
import { nights } from '../planner/calendar.ts';
import type { VehicleAnswers } from './vehicle-answers.ts';

/** The versions of this program and of Node. */
export type Versions = Pick<Facts['versions'], 'rental' | 'node'>;

/** Characters of a text of the service. */
const maxText = 80;
/** Items of a list of facts. */
const maxItems = 20;
const dayMs = 86_400_000;

export function gatherFacts(answers: SmokeAnswers, versions: Versions): Facts {
  const seen = [...answers.all, ...answers.busyAnswers, ...answers.exceeding.filter(isThere)];
  const vehicleAnswers = isThere(answers.vehicleAnswers) ? answers.vehicleAnswers : undefined;
  const descriptions = descriptionsOf(vehicleAnswers);
  const described = distinct(descriptions?.map(({ version }) => version) ?? []);
  return {
    reset: resetOf(seen),
    limit: limitOf(seen),
    charged: vehicleAnswers && chargedBy(vehicleAnswers),
    quoteLifetimeSeconds: vehicleAnswers && lifetimeOf(vehicleAnswers),
    dayCategories: someOf(dayCategoriesOf(answers)),
    redirects: someOf(redirectsOf(answers)),
    descriptions: someOf(descriptions ?? []),
    responseTimes: responseTimesOf(seen),
    versions: {
      ...versions,
      description: described.length === 0 ? undefined : described.join(', '),
      server: distinct(seen.map(({ headers }) => headers['server']))[0],
    },
  };
}

/** Each text once and shortened; values that are not texts are left out. */
function distinct(texts: readonly unknown[]): readonly string[] {
  const shown = texts
    .filter((text) => typeof text === 'string')
    .map((text) => shorten(text, maxText));
  return [...new Set(shown)].filter((text) => text !== '').slice(0, maxItems);
}

/** The first items; undefined for an empty list. */
function someOf<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list.slice(0, maxItems);
}

/** Rounds to a multiple of `step` if it is near: whole seconds and slow answers blur a time. */
function roundIfNear(seconds: number, step: number): number {
  const multiple = Math.round(seconds / step) * step;
  return Math.abs(multiple - seconds) < 2 ? multiple : Math.round(seconds);
}

function resetsIn(seen: readonly ServiceAnswer[]) {
  const readings = seen.flatMap((answer) => {
    const reading = formOfReset(answer.headers, answer.receivedAt);
    if (reading === undefined) return [];
    const isNear = Math.abs(reading.aheadMs) < dayMs;
    return [{ answer, ...reading, form: isNear ? reading.form : ('unknown' as const) }];
  });
  // At the end of a window, milliseconds look like seconds.
  const isInMilliseconds = readings.some(({ form }) => form === 'delta-milliseconds');
  return readings.filter(({ form }) => !isInMilliseconds || form !== 'delta-seconds');
}

function resetOf(seen: readonly ServiceAnswer[]): Facts['reset'] {
  const [example] = distinct(seen.map(({ headers }) => headers['x-ratelimit-reset']));
  if (example === undefined) return undefined;
  const forms = new Set(resetsIn(seen).map(({ form }) => form));
  const [form = 'unknown'] = forms;
  return { form: forms.size > 1 ? 'mixed' : form, example };
}

function limitOf(seen: readonly ServiceAnswer[]): Facts['limit'] {
  const withHeaders = seen.filter(({ headers }) =>
    Object.keys(headers).some((name) => name.startsWith('x-ratelimit-')),
  );
  if (withHeaders.length === 0) return undefined;
  const limits = withHeaders.flatMap(({ headers }) => countIn(headers, 'x-ratelimit-limit') ?? []);
  const resets = resetsIn(withHeaders).filter(
    ({ form, aheadMs }) => form !== 'unknown' && aheadMs > 0,
  );
  const isFirstInWindow = ({ headers }: ServiceAnswer): boolean =>
    remainingOf({ headers }) === (countIn(headers, 'x-ratelimit-limit') ?? 0) - 1;
  const furthest = (times: readonly { readonly aheadMs: number }[]): number | undefined =>
    times.length === 0
      ? undefined
      : roundIfNear(Math.max(...times.map(({ aheadMs }) => aheadMs)) / 1000, 10);
  return {
    requests: limits[0],
    windowSeconds: furthest(resets.filter(({ answer }) => isFirstInWindow(answer))),
    furthestResetSeconds: furthest(resets),
    answers: seen.length,
    withHeaders: withHeaders.length,
  };
}

/** The days that the quote without extras charges. */
function chargedBy({ plainQuote, vehicles, selection }: VehicleAnswers): Facts['charged'] {
  const entry = listOf(vehicles)?.find(
    (vehicle) => fieldOf(vehicle, 'vehicleId') === selection.vehicleId,
  );
  const rate = fieldOf(entry, 'rentalDailyRate');
  const fee = isThere(plainQuote)
    ? fieldOf(fieldOf(plainQuote.json, 'priceBreakdown'), 'rentalFee')
    : undefined;
  if (typeof rate !== 'number' || typeof fee !== 'number') return undefined;
  if (!(rate > 0) || !Number.isFinite(fee / rate)) return undefined;
  const nightCount = nights(selection.pickUpDate, selection.dropOffDate);
  return {
    nights: nightCount,
    days: daysInFee(fee, rate, nightCount),
    dailyRates: Math.round((100 * fee) / rate) / 100,
  };
}

function lifetimeOf({ plainQuote, fullQuote }: VehicleAnswers): number | undefined {
  const lifetimes = [plainQuote, fullQuote]
    .filter(isThere)
    .flatMap(({ json, headers, receivedAt }) => {
      const expiresAt = fieldOf(json, 'expiresAt');
      const expires = typeof expiresAt === 'string' ? readInstant(expiresAt) : NaN;
      const servedAt = Date.parse(headers['date'] ?? '');
      const seconds = (expires - (Number.isNaN(servedAt) ? receivedAt : servedAt)) / 1000;
      return Number.isFinite(seconds) && seconds > 0 ? [roundIfNear(seconds, 60)] : [];
    });
  return lifetimes[0];
}

function dayCategoriesOf({ depots }: SmokeAnswers): readonly string[] {
  const times = (listOf(depots) ?? []).flatMap((depot) =>
    ['pickup_times', 'drop_off_times'].flatMap((name) => {
      const list = fieldOf(depot, name);
      return Array.isArray(list) ? (list as readonly unknown[]) : [];
    }),
  );
  return distinct(times.map((time) => fieldOf(time, 'day')));
}

/** The last redirect of each path. */
function redirectsOf({ redirects }: SmokeAnswers): NonNullable<Facts['redirects']> {
  const shown = redirects.map(({ from, to, status }) => {
    const target = to === undefined ? 'no target' : shorten(shownAddress(withoutQuery(to)), 200);
    return [from.pathname, { from: shorten(from.pathname, maxText), to: target, status }] as const;
  });
  return [...new Map(shown).values()];
}

/** Whole if the address has no origin, such as `mailto:…`. */
function withoutQuery({ origin, pathname, href }: URL): string {
  return origin === 'null' ? href : `${origin}${pathname}`;
}

function descriptionsOf(vehicleAnswers: VehicleAnswers | undefined): Facts['descriptions'] {
  if (vehicleAnswers === undefined || !isThere(vehicleAnswers.website)) return undefined;
  return vehicleAnswers.website.places.flatMap((place) => descriptionOf(place) ?? []);
}

function descriptionOf({
  address,
  found,
}: SearchedPlace): NonNullable<Facts['descriptions']>[number] | undefined {
  if (!isThere(found))
    return found.missing === 'web-page'
      ? { path: shorten(address.pathname, maxText), format: 'page' }
      : undefined;
  const [openapi] = distinct([fieldOf(found.json, 'openapi')]);
  const [version] = distinct([fieldOf(fieldOf(found.json, 'info'), 'version')]);
  const base = basesIn(found)[0]?.href;
  const path = shorten(found.request.url.pathname, maxText);
  return {
    path,
    format: found.format,
    openapi,
    version,
    base: base && shorten(shownAddress(base), 200),
  };
}

function responseTimesOf(seen: readonly ServiceAnswer[]): Facts['responseTimes'] {
  const timed = seen.flatMap(({ elapsedMs, request }) =>
    elapsedMs === undefined ? [] : { elapsedMs, request },
  );
  const inOrder = timed.sort((a, b) => a.elapsedMs - b.elapsedMs);
  const median = inOrder[Math.floor((inOrder.length - 1) / 2)];
  const slowest = inOrder.at(-1);
  if (median === undefined || slowest === undefined) return undefined;
  return {
    medianMs: Math.round(median.elapsedMs),
    slowestMs: Math.round(slowest.elapsedMs),
    slowest: shorten(slowest.request.endpoint, maxText),
  };
}
