/** The conversation with a service: everything that the rules look at, asked once and in order. */
import { given, isPage, isThere, notAsked, unchecked, type Answer, type Asked, type Missing } from './asked.ts';
import {
  askExtras,
  askQuotes,
  askSecond,
  isFreeNow,
  isNotAvailable,
  type AskedExtras,
  type AskedQuotes,
} from './quotes.ts';
import { depotsRequest, quoteRequest, type ExtraKind } from './requests.ts';
import type { Sender } from './sender.ts';
import {
  acceptedTrip,
  askOthers,
  freeElsewhere,
  freeVehicles,
  searchTrip,
  unavailableFor,
  vehicleIdsOf,
} from './trips.ts';
import type { AskedTrip, Search, TripWish } from './trips.ts';
import { askWebsite, type Website } from './website.ts';
import { askWrong, type WrongRequest } from './wrong-requests.ts';

/** What the service answered. A part that no chosen group is about is missing. */
export interface Answers {
  readonly depots: Asked;
  /** The base address is wrong: there are no endpoints under it. */
  readonly isElsewhere: boolean;
  readonly search: Search | Missing;
  readonly others: readonly AskedTrip[];
  readonly extras: Readonly<Record<ExtraKind, AskedExtras & { readonly second: Asked }>>;
  readonly quotes: AskedQuotes | Missing;
  /** The vehicle of the quotes was free, and is not free any more: of a wrong request, both reasons are right then. */
  readonly isTaken: boolean;
  readonly wrong: readonly WrongRequest[];
  readonly unavailable: AskedUnavailable | Missing;
  readonly website: Website | Missing;
  /** Those to requests beyond the limit; undefined unless the user asked for them. */
  readonly exceeding: readonly Asked[] | undefined;
  /** Every answer of the interface in order, without those beyond the limit. */
  readonly all: readonly Answer[];
  /** How many were sent, those to the website too. */
  readonly requests: number;
  /** Every 429 and 502 to 504 of the interface that came unasked. */
  readonly refusals: readonly Answer[];
}

/** The quote of a vehicle that is not available. */
interface AskedUnavailable {
  readonly asked: Asked;
  /** It has become free meanwhile. */
  readonly isFree: boolean;
  /** The service has listed it for another trip. */
  readonly isKnown: boolean;
}

export interface Wish extends TripWish {
  /** Nothing named the website, so it may be elsewhere. */
  readonly siteIsAssumed: boolean;
}

/** Some more than the limit of the interface, for services that count differently. */
const exceedingRequests = 111;

/** Asks for what the rules of these groups need. */
export async function converse(send: Sender, wish: Wish, groups: ReadonlySet<string>): Promise<Answers> {
  const depots = await send.api(depotsRequest);
  // A service whose depots are broken still refuses a search without parameters in its own words.
  const isElsewhere = isAway(depots) && isAway(await send.api({ path: '/vehicles/availability', parameters: {} }));
  const wants = (...names: readonly string[]): boolean => !isElsewhere && names.some((name) => groups.has(name));
  const ofQuotes = ['quote', 'errors', 'site'];

  const isAboutTrips = wants('availability', 'accessories', 'insurance', ...ofQuotes);
  const search = isAboutTrips ? await searchTrip(send, depots, wish) : notAsked;
  const trip = given(search, acceptedTrip);
  const free = given(search, freeVehicles);
  const areOthersWanted = isThere(search) && isThere(trip) && wants('availability', 'errors');
  const others = areOthersWanted ? await askOthers(send, depots, search) : [];
  const accessories = await askExtras(send, 'accessories', wants('accessories', 'errors') ? free : notAsked);
  const plans = await askExtras(send, 'insurance-types', wants('insurance', 'errors') ? free : notAsked);
  const extras = { accessories, 'insurance-types': plans };
  const quotes = wants(...ofQuotes) ? await given(free, (vehicles) => askQuotes(send, vehicles)) : notAsked;

  const wrong = wants('errors') ? await askWrong(send, { trip, free, quotes, extras }) : [];
  const unavailable = wants('errors')
    ? await given(trip, () => given(search, (known) => askUnavailable(send, known, others)))
    : notAsked;
  const isTaken = isThere(quotes) && (await isTakenMeanwhile(send, quotes, wrong));
  const website = wants('site') ? await askWebsite(send, trip, quotes, wish.siteIsAssumed) : notAsked;
  // Last, because it matters least.
  const second = await askSecond(send, 'accessories', accessories, free);
  const secondPlans = await askSecond(send, 'insurance-types', plans, free);
  return {
    ...{ depots, isElsewhere, search, others, quotes, isTaken, wrong, unavailable, website },
    extras: { accessories: { ...accessories, second }, 'insurance-types': { ...plans, second: secondPlans } },
    exceeding: wants('limits') ? await exceed(send) : undefined,
    all: send.answers,
    requests: send.requests(),
    refusals: send.refusals,
  };
}

/** Not found, or a web page. */
function isAway(asked: Asked): boolean {
  if (!isThere(asked)) return false;
  return asked.status === 404 || (asked.status === 200 && isPage(asked) && asked.notJson !== undefined);
}

/** Asked only if a quote, or the refusal of a wrong one, says so. */
async function isTakenMeanwhile(send: Sender, { selection, plain }: AskedQuotes, wrong: readonly WrongRequest[]) {
  const isGone = [plain, ...wrong.map(({ asked }) => asked)].some(isNotAvailable);
  return isGone && !(await isFreeNow(send, selection));
}

async function askUnavailable(
  send: Sender,
  { best, tried }: Search,
  others: readonly AskedTrip[],
): Promise<AskedUnavailable | Missing> {
  const known = freeElsewhere(best, [...tried, ...others]);
  // The smallest id that no vehicle has.
  const selection =
    known ??
    unavailableFor(
      best,
      [...vehicleIdsOf(best), 0].map((_, index) => index + 1),
    );
  if (selection === undefined) return unchecked('no vehicle is certain not to be available');
  const asked = await send.api(quoteRequest(selection));
  const isQuote = isThere(asked) && asked.status === 200;
  return { asked, isFree: isQuote && (await isFreeNow(send, selection)), isKnown: known !== undefined };
}

/** Until a 429 comes, or no answer; nothing if one came already. */
async function exceed({ exceed: ask, refusals }: Sender): Promise<readonly Asked[] | undefined> {
  if (ask === undefined || refusals.some(({ status }) => status === 429)) return undefined;
  const asked: Asked[] = [];
  for (let isOver = false; !isOver && asked.length < exceedingRequests;) {
    const answer = await ask(depotsRequest);
    asked.push(answer);
    isOver = !isThere(answer) || answer.status === 429;
  }
  return asked;
}
