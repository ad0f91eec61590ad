/** The conversation with a service: everything that the rules look at, asked once and in order. */
import type { Selection } from '../api/types.ts';
import { fieldOf, given, idsOf, isThere, listOf, notAsked, skip, unchecked } from './asked.ts';
import type { ServiceAnswer, MaybeAnswer, Missing } from './asked.ts';
import { isElsewhere } from './elsewhere.ts';
import { describe, isRefusal, type Verdict } from './findings.ts';
import type { InterfaceRequest, Sender } from './sender.ts';
import {
  depotsRequest,
  extrasRequest,
  groups,
  otherTrip,
  quoteRequest,
  searchRequest,
  searchTrip,
} from './trips.ts';
import type { AskedTrip, ExtraKind, TripWish } from './trips.ts';
import { askWebsite } from './website.ts';
import { askWrong } from './wrong-requests.ts';

/** Whether a rule of one of these groups is to be judged. */
type Wants = (...groups: readonly string[]) => boolean;

/** What the service answered. What no chosen group is about is missing. */
export type SmokeAnswers = Awaited<ReturnType<typeof converse>>;
/** What it answered about one vehicle that is free, and its trip. */
export type VehicleAnswers = Awaited<ReturnType<typeof askAbout>>;

/** A pure function that decides on what the service answered. */
export type Judge = (answers: SmokeAnswers) => Verdict;

/** A rule that needs a vehicle that is free. */
export function ofVehicle(judge: (about: VehicleAnswers) => Verdict): Judge {
  return ({ about }) => given(about, judge);
}

/** Some more than the limit of the interface, for services that count differently. */
const exceedingRequests = 111;
/** How many vehicles are tried for a quote: they can be taken since the list was made. */
const maxQuoted = 4;
/** How many vehicles are asked about until one has an accessory and an insurance plan. */
const maxOffers = 3;
/** No service that was seen has this vehicle. Programs hold it in 32 bits. */
const unknownVehicle = 1_987_654_321;
const notUnavailable = { isKnown: false, asked: notAsked };
const ofQuotes = ['quote', 'errors', 'site'];

/** Asks for what the rules of these groups need. */
export async function converse(send: Sender, wish: TripWish, chosen: ReadonlySet<string>) {
  const wants: Wants = (...names) => names.some((name) => chosen.has(name));
  const depots = await send.api(depotsRequest);
  const isAboutTrips = wants('availability', 'accessories', 'insurance', ...ofQuotes);
  const { tried, free } = await searchTrip(send, isAboutTrips ? depots : notAsked, wish);
  const found = tried.at(-1);
  const about = await given(free, (vehicles) =>
    askAbout(send, depots, found as AskedTrip, vehicles, wants),
  );
  return {
    ...{ depots, tried, about, siteIsAssumed: send.siteIsAssumed },
    /** Those to requests beyond the limit; none unless the user asked for them. */
    exceeding: wants('limits') && !isElsewhere(depots) ? await exceed(send) : [],
    /** Every answer of the interface in order, without those beyond the limit. */
    all: send.answers,
    /** Every 429 and 502 to 504 of the interface that came unasked. */
    refusals: send.refusals,
    redirects: send.redirects,
  };
}

async function askAbout(
  send: Sender,
  depots: MaybeAnswer,
  found: AskedTrip,
  free: readonly Selection[],
  wants: Wants,
) {
  const when = (
    request: InterfaceRequest | Missing,
    ...groups: readonly string[]
  ): Promise<MaybeAnswer> => send.api(wants(...groups) ? request : notAsked);
  const trip = otherTrip(found.trip, depots);
  const other = await when(searchRequest(trip), 'availability', 'errors');
  const some = vehiclesToTry(found.asked, free);
  const { selection, plain } = await askPlain((request) => when(request, ...ofQuotes), some);
  const offers = await askOffers(
    (kind, vehicle) => when(extrasRequest(kind, vehicle), groups[kind], ...ofQuotes),
    [selection, ...some.filter((vehicle) => vehicle !== selection)],
  );
  const { vehicle, extras } = fullestOf(offers);
  // An endpoint that is down is asked no more.
  const undatedOf = (kind: ExtraKind) =>
    given(extras[kind], () => ({ ...extrasRequest(kind, vehicle), parameters: {} }));
  const undated = await both((kind) => when(undatedOf(kind), groups[kind]));
  const fullSelection = withExtras(vehicle, extras);
  const full = await when(
    given(extras.accessories, () => fullRequest(fullSelection)),
    'quote',
  );
  const wrong = wants('errors') ? await askWrong(send, vehicle, extras) : notAsked;
  return {
    /** Of the trip, and of another one. */
    ...{ vehicles: found.asked, other },
    /** The extras of each vehicle that was asked about. */
    offers,
    /** Those of the vehicle with the most kinds of extras, without dates. */
    undated,
    /** The quote of the vehicle without extras. */
    plain,
    selection,
    full: given(full, notRefused),
    fullSelection,
    wrong,
    unavailable: wants('errors')
      ? await askUnavailable(send, found, { trip, asked: other })
      : notUnavailable,
    website: wants('site') ? await askWebsite(send, fullSelection) : notAsked,
  };
}

/** The quote with some extras, if it has any. */
function notRefused(full: ServiceAnswer): MaybeAnswer {
  return isRefusal(full, 400, 404) ? unchecked(`no extras were accepted: ${describe(full)}`) : full;
}

/**
 * Those with a daily rate before those without. The first one on the list is the last of them:
 * people try it by hand.
 */
function vehiclesToTry(asked: MaybeAnswer, free: readonly Selection[]): readonly Selection[] {
  const entries = listOf(asked) ?? [];
  const withRate = entries.filter((entry) => Number(fieldOf(entry, 'rentalDailyRate')) > 0);
  const ids = new Set(withRate.map((entry) => fieldOf(entry, 'vehicleId')));
  const rated = free.filter(({ vehicleId }) => ids.has(vehicleId));
  const others = free.filter(({ vehicleId }) => !ids.has(vehicleId));
  return [...rated.slice(1), ...rated.slice(0, 1), ...others].slice(0, maxQuoted);
}

/** The first vehicle whose quote is not the 404 of one that is not available, or the last one. */
async function askPlain(
  api: (request: InterfaceRequest) => Promise<MaybeAnswer>,
  free: readonly Selection[],
): Promise<{ selection: Selection; plain: MaybeAnswer }> {
  const [selection, ...others] = free as readonly [Selection, ...Selection[]];
  const plain = await api(quoteRequest(selection));
  const isTaken = isThere(plain) && isRefusal(plain, 404) && others.length > 0;
  return isTaken ? askPlain(api, others) : { selection, plain };
}

interface Offer {
  readonly vehicle: Selection;
  readonly extras: Readonly<Record<ExtraKind, MaybeAnswer>>;
}

/**
 * The extras of one vehicle, and of others as long as each vehicle lacks a kind: an empty list
 * shows nothing.
 */
async function askOffers(
  ask: (kind: ExtraKind, vehicle: Selection) => Promise<MaybeAnswer>,
  vehicles: readonly Selection[],
): Promise<Offer[]> {
  const offers: Offer[] = [];
  for (const vehicle of vehicles.slice(0, maxOffers)) {
    const extras = await both((kind) => ask(kind, vehicle));
    offers.push({ vehicle, extras });
    if (Object.values(extras).every((asked) => listOf(asked)?.length !== 0)) break;
  }
  return offers;
}

/** The first of those with the most kinds of extras. */
function fullestOf(offers: readonly Offer[]): Offer {
  const kindsOf = ({ extras }: Offer): number =>
    Object.values(extras).filter((asked) => listOf(asked)?.length).length;
  return offers.reduce((fullest, offer) => (kindsOf(offer) > kindsOf(fullest) ? offer : fullest));
}

async function both(ask: (kind: ExtraKind) => Promise<MaybeAnswer>) {
  return { accessories: await ask('accessories'), 'insurance-types': await ask('insurance-types') };
}

/** Up to two accessories and the last plan, because the first can cost nothing. */
function withExtras(
  selection: Selection,
  extras: Readonly<Record<ExtraKind, MaybeAnswer>>,
): Selection {
  const accessoryIds = idsOf(extras.accessories).slice(0, 2);
  return { ...selection, accessoryIds, insuranceId: idsOf(extras['insurance-types']).at(-1) };
}

function fullRequest(selection: Selection): InterfaceRequest | Missing {
  const isPlain = selection.accessoryIds.length === 0 && selection.insuranceId === undefined;
  const none = skip(
    'none of the vehicles that were tried has an accessory or an insurance plan',
    'accessories-answer',
  );
  return isPlain ? none : quoteRequest(selection);
}

/**
 * The quote of a vehicle that is free for one of the trips only; else of one that the service has
 * not shown.
 */
async function askUnavailable(send: Sender, found: AskedTrip, other: AskedTrip) {
  const known = unlisted(other, found) ?? unlisted(found, other);
  const selection = known ?? { ...found.trip, vehicleId: unknownVehicle, accessoryIds: [] };
  return { isKnown: known !== undefined, asked: await send.api(quoteRequest(selection)) };
}

/**
 * The trip with the first vehicle of the other one that is not free for it. One whose id cannot be
 * read may be any of them.
 */
function unlisted(of: AskedTrip, other: AskedTrip): Selection | undefined {
  const free = idsOf(of.asked, 'vehicleId');
  if (free.length !== listOf(of.asked)?.length) return undefined;
  const vehicleId = idsOf(other.asked, 'vehicleId').find((id) => !free.includes(id));
  return vehicleId === undefined ? undefined : { ...of.trip, vehicleId, accessoryIds: [] };
}

/** Until a 429 comes, or no answer; nothing if one came already. */
async function exceed({ exceed: ask, refusals }: Sender): Promise<MaybeAnswer[]> {
  const asked: MaybeAnswer[] = [];
  const isOver = (last: MaybeAnswer): boolean => !isThere(last) || last.status === 429;
  while (
    ask !== undefined &&
    !refusals.some(isOver) &&
    !asked.some(isOver) &&
    asked.length < exceedingRequests
  )
    asked.push(await ask(depotsRequest));
  return asked;
}
