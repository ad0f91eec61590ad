/** Asks a service for everything that the rules judge, once and in order. */
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
import { askWebsite, type WebsiteAnswers } from './website.ts';
import { askWrong, type WrongRequest } from './wrong-requests.ts';

/** What the service answered. An answer that no chosen rule needs is missing. */
export interface SmokeAnswers {
  readonly depots: MaybeAnswer;
  /** The trips that were tried until one had a vehicle. */
  readonly tried: readonly AskedTrip[];
  readonly about: VehicleAnswers | Missing;
  readonly siteIsAssumed: boolean;
  /** To requests beyond the limit, if the user wants them. */
  readonly exceeding: readonly MaybeAnswer[];
  /** All answers of the interface in order, without `exceeding`. */
  readonly all: readonly ServiceAnswer[];
  /** Every 429 and 502 to 504 of the interface, without `exceeding`. */
  readonly refusals: readonly ServiceAnswer[];
  readonly redirects: Sender['redirects'];
}

/** What the service answered about a vehicle that is free, and its trip. */
export interface VehicleAnswers {
  readonly vehicles: MaybeAnswer;
  /** The vehicles of another trip. */
  readonly other: MaybeAnswer;
  /** The extras of each vehicle that was asked about. */
  readonly offers: readonly Offer[];
  /** The extras without dates, of the vehicle that has most kinds of them. */
  readonly undated: ByKind;
  /** The quote without extras. */
  readonly plain: MaybeAnswer;
  readonly selection: Selection;
  /** The quote with extras. */
  readonly full: MaybeAnswer;
  readonly fullSelection: Selection;
  readonly wrong: readonly WrongRequest[] | Missing;
  readonly unavailable: UnavailableQuote;
  readonly website: WebsiteAnswers | Missing;
}

/** The quote of a vehicle that is not available. */
interface UnavailableQuote {
  /** False if the vehicle has an id that the service never showed. */
  readonly isKnown: boolean;
  readonly asked: MaybeAnswer;
}

type ByKind = Readonly<Record<ExtraKind, MaybeAnswer>>;

/** A pure function that decides on what the service answered. */
export type Judge = (answers: SmokeAnswers) => Verdict;

/** A rule that needs a vehicle that is free. */
export function ofVehicle(judge: (about: VehicleAnswers) => Verdict): Judge {
  return ({ about }) => given(about, judge);
}

/** Some more than the limit of the interface, for services that count differently. */
const exceedingRequests = 111;
/** How many vehicles are tried for a quote: they can be taken since the list was made. */
const maxQuotedVehicles = 4;
/** How many vehicles are asked about until one has an accessory and an insurance plan. */
const maxOffers = 3;
/** An id that no known service has, and that fits into 32 bits. */
const unknownVehicleId = 1_987_654_321;
const groupsWithQuotes = ['quote', 'errors', 'site'];

/** Asks for what the rules of the chosen groups need. */
export async function converse(
  send: Sender,
  wish: TripWish,
  chosen: ReadonlySet<string>,
): Promise<SmokeAnswers> {
  const { siteIsAssumed, answers: all, refusals, redirects } = send;
  const ask = createChosenAsk(send, chosen);
  const depots = await send.api(depotsRequest);
  const isAboutTrips = ask.isChosen([
    'availability',
    'accessories',
    'insurance',
    ...groupsWithQuotes,
  ]);
  const { tried, free } = await searchTrip(send, isAboutTrips ? depots : notAsked, wish);
  const found = tried.at(-1);
  const about = await given(free, (vehicles) =>
    askAbout(ask, { depots, found: found as AskedTrip, free: vehicles }),
  );
  const exceeding = ask.isChosen(['limits']) && !isElsewhere(depots) ? await exceed(send) : [];
  return { depots, tried, about, siteIsAssumed, exceeding, all, refusals, redirects };
}

/** Asks only what rules of the chosen groups need. */
interface ChosenAsk {
  readonly send: Sender;
  isChosen(groups: readonly string[]): boolean;
  /** Missing unless one of the groups is chosen. */
  api(request: InterfaceRequest | Missing, groups: readonly string[]): Promise<MaybeAnswer>;
}

function createChosenAsk(send: Sender, chosen: ReadonlySet<string>): ChosenAsk {
  const isChosen = (names: readonly string[]): boolean => names.some((name) => chosen.has(name));
  return {
    send,
    isChosen,
    api: (request, names) => send.api(isChosen(names) ? request : notAsked),
  };
}

interface FoundTrip {
  readonly depots: MaybeAnswer;
  readonly found: AskedTrip;
  readonly free: readonly Selection[];
}

async function askAbout(
  ask: ChosenAsk,
  { depots, found, free }: FoundTrip,
): Promise<VehicleAnswers> {
  const { send, isChosen } = ask;
  const trip = otherTrip(found.trip, depots);
  const other = await ask.api(searchRequest(trip), ['availability', 'errors']);
  const vehicles = vehiclesToTry(found.asked, free);
  const { selection, plain } = await askPlain(ask, vehicles);
  const offers = await askOffers(ask, [
    selection,
    ...vehicles.filter((vehicle) => vehicle !== selection),
  ]);
  const { vehicle, extras } = fullestOf(offers);
  const undated = await askUndated(ask, vehicle, extras);
  const fullSelection = withExtras(vehicle, extras);
  const fullOrNone = given(extras.accessories, () => fullRequest(fullSelection));
  const full = await ask.api(fullOrNone, ['quote']);
  const wrong = isChosen(['errors']) ? await askWrong(send, vehicle, extras) : notAsked;
  const unavailable = isChosen(['errors'])
    ? await askUnavailable(send, found, { trip, asked: other })
    : { isKnown: false, asked: notAsked };
  return {
    vehicles: found.asked,
    other,
    offers,
    undated,
    plain,
    selection,
    full: given(full, unlessRefused),
    fullSelection,
    wrong,
    unavailable,
    website: isChosen(['site']) ? await askWebsite(send, fullSelection) : notAsked,
  };
}

/** Services may refuse extras together: then there is no full quote to judge. */
function unlessRefused(full: ServiceAnswer): MaybeAnswer {
  return isRefusal(full, 400, 404) ? unchecked(`no extras were accepted: ${describe(full)}`) : full;
}

/**
 * Vehicles with a daily rate come first. People who try a service by hand take the first vehicle of
 * the list, so it is the last of these.
 */
function vehiclesToTry(asked: MaybeAnswer, free: readonly Selection[]): readonly Selection[] {
  const entries = listOf(asked) ?? [];
  const withRate = entries.filter((entry) => Number(fieldOf(entry, 'rentalDailyRate')) > 0);
  const ids = new Set(withRate.map((entry) => fieldOf(entry, 'vehicleId')));
  const rated = free.filter(({ vehicleId }) => ids.has(vehicleId));
  const others = free.filter(({ vehicleId }) => !ids.has(vehicleId));
  return [...rated.slice(1), ...rated.slice(0, 1), ...others].slice(0, maxQuotedVehicles);
}

/** The first vehicle that is still available, or the last one. */
async function askPlain(
  ask: ChosenAsk,
  vehicles: readonly Selection[],
): Promise<Pick<VehicleAnswers, 'selection' | 'plain'>> {
  const [selection, ...others] = vehicles as readonly [Selection, ...Selection[]];
  const plain = await ask.api(quoteRequest(selection), groupsWithQuotes);
  const isTaken = isThere(plain) && isRefusal(plain, 404) && others.length > 0;
  return isTaken ? askPlain(ask, others) : { selection, plain };
}

interface Offer {
  readonly vehicle: Selection;
  readonly extras: ByKind;
}

/** The extras of one vehicle after the other, until one has both kinds. */
async function askOffers(ask: ChosenAsk, vehicles: readonly Selection[]): Promise<Offer[]> {
  const offers: Offer[] = [];
  for (const vehicle of vehicles.slice(0, maxOffers)) {
    const extras = await forBothKinds((kind) =>
      ask.api(extrasRequest(kind, vehicle), [groups[kind], ...groupsWithQuotes]),
    );
    offers.push({ vehicle, extras });
    if (Object.values(extras).every((asked) => listOf(asked)?.length !== 0)) break;
  }
  return offers;
}

/** The first of the offers with most kinds of extras. */
function fullestOf(offers: readonly Offer[]): Offer {
  const kindsOf = ({ extras }: Offer): number =>
    Object.values(extras).filter((asked) => listOf(asked)?.length).length;
  return offers.reduce((fullest, offer) => (kindsOf(offer) > kindsOf(fullest) ? offer : fullest));
}

/** An endpoint that gave no answer with dates is not asked without them. */
async function askUndated(ask: ChosenAsk, vehicle: Selection, extras: ByKind): Promise<ByKind> {
  return forBothKinds((kind) => {
    const undated = given(extras[kind], () => ({
      ...extrasRequest(kind, vehicle),
      parameters: {},
    }));
    return ask.api(undated, [groups[kind]]);
  });
}

async function forBothKinds(ask: (kind: ExtraKind) => Promise<MaybeAnswer>): Promise<ByKind> {
  return { accessories: await ask('accessories'), 'insurance-types': await ask('insurance-types') };
}

/** Up to two accessories and the last plan, because the first can cost nothing. */
function withExtras(selection: Selection, extras: ByKind): Selection {
  const accessoryIds = idsOf(extras.accessories).slice(0, 2);
  return { ...selection, accessoryIds, insuranceId: idsOf(extras['insurance-types']).at(-1) };
}

function fullRequest(selection: Selection): InterfaceRequest | Missing {
  const isPlain = selection.accessoryIds.length === 0 && selection.insuranceId === undefined;
  if (!isPlain) return quoteRequest(selection);
  return skip(
    'none of the vehicles that were tried has an accessory or an insurance plan',
    'accessories-answer',
  );
}

/** A vehicle that is free for only one of the trips, or one that the service has not shown. */
async function askUnavailable(
  send: Sender,
  found: AskedTrip,
  other: AskedTrip,
): Promise<UnavailableQuote> {
  const known = missingFrom(other, found) ?? missingFrom(found, other);
  const selection = known ?? { ...found.trip, vehicleId: unknownVehicleId, accessoryIds: [] };
  return { isKnown: known !== undefined, asked: await send.api(quoteRequest(selection)) };
}

/**
 * The first vehicle of the other trip that this trip does not have. Undefined if an id of this trip
 * cannot be read, because it could be that vehicle.
 */
function missingFrom({ trip, asked }: AskedTrip, other: AskedTrip): Selection | undefined {
  const free = idsOf(asked, 'vehicleId');
  if (free.length !== listOf(asked)?.length) return undefined;
  const vehicleId = idsOf(other.asked, 'vehicleId').find((id) => !free.includes(id));
  return vehicleId === undefined ? undefined : { ...trip, vehicleId, accessoryIds: [] };
}

/** Asks until a 429 comes, or no answer; not at all if a 429 came before. */
async function exceed({ exceed: askBeyondLimit, refusals }: Sender): Promise<MaybeAnswer[]> {
  const isOver = (answer: MaybeAnswer): boolean => !isThere(answer) || answer.status === 429;
  const answers: MaybeAnswer[] = [];
  if (askBeyondLimit === undefined || refusals.some(isOver)) return answers;
  while (answers.length < exceedingRequests && !answers.some(isOver))
    answers.push(await askBeyondLimit(depotsRequest));
  return answers;
}
