/** Asks for the extras and the quotes of a vehicle that is free, and for the website. */
import type { Selection } from '../api/types.ts';
import { fieldOf, idsOf, ifThere, isThere, listOf, notAsked, skip, unchecked } from './answers.ts';
import type { MaybeAnswer, Missing, ServiceAnswer } from './answers.ts';
import { answerText, isRefusal } from './findings.ts';
import type { RuleGroup } from './rules/definitions.ts';
import type { InterfaceRequest, Sender } from './sender.ts';
import { otherTrip } from './trips.ts';
import { extrasEndpoints, groupOfExtras, noExtras } from './extras.ts';
import { extrasRequest, quoteRequest, searchRequest } from './requests.ts';
import type { SearchedTrip } from './trips.ts';
import type { ExtrasEndpoint, ExtrasAnswers } from './extras.ts';
import { askWebsite, type WebsiteAnswers } from './website.ts';
import { askWrong, type WrongRequest } from './wrong-requests.ts';

/** What the service answered about a vehicle that is free, and its trip. */
export interface VehicleAnswers {
  readonly vehicles: MaybeAnswer;
  /** The vehicles of another trip. */
  readonly other: MaybeAnswer;
  /** The extras with dates, of each vehicle that was asked about. */
  readonly dated: readonly VehicleExtras[];
  /** The extras without dates, of the vehicle that has most kinds of them. */
  readonly undated: ExtrasAnswers;
  /** The quote without extras. */
  readonly plainQuote: MaybeAnswer;
  readonly selection: Selection;
  /** The quote with extras. */
  readonly fullQuote: MaybeAnswer;
  readonly fullSelection: Selection;
  readonly wrongRequests: readonly WrongRequest[] | Missing;
  readonly unavailable: UnavailableQuote;
  readonly website: WebsiteAnswers | Missing;
}

interface VehicleExtras {
  readonly vehicle: Selection;
  readonly extras: ExtrasAnswers;
}

/** The quote of a vehicle that is not available. */
interface UnavailableQuote {
  /** False if the vehicle has an id that the service never showed. */
  readonly isKnown: boolean;
  readonly answer: MaybeAnswer;
}

/** How many vehicles are tried for a quote: they can be taken since the list was made. */
const maxQuotedVehicles = 4;
/** How many vehicles are asked about until one has an accessory and an insurance plan. */
const maxVehiclesForExtras = 3;
/** An id that no known service has, and that fits into 32 bits. */
const unknownVehicleId = 1_987_654_321;
/** The groups of rules that need a quote. */
export const groupsWithQuotes: readonly RuleGroup[] = ['quote', 'errors', 'site'];

/** Asks only what rules of the chosen groups need. */
export interface ChosenAsker {
  readonly sender: Sender;
  isChosen(groups: readonly RuleGroup[]): boolean;
  /** Missing unless one of the groups is chosen. */
  api(request: InterfaceRequest | Missing, groups: readonly RuleGroup[]): Promise<MaybeAnswer>;
}

interface FoundTrip {
  readonly depots: MaybeAnswer;
  readonly found: SearchedTrip;
  readonly free: readonly Selection[];
}

export async function askAboutVehicle(
  ask: ChosenAsker,
  { depots, found, free }: FoundTrip,
): Promise<VehicleAnswers> {
  const { sender, isChosen } = ask;
  const trip = otherTrip(found.trip, depots);
  const other = await ask.api(searchRequest(trip), ['availability', 'errors']);
  const vehicles = vehiclesToTry(found.answer, free);
  const { selection, plainQuote } = await askPlainQuote(ask, vehicles);
  const dated = await askExtras(ask, [
    selection,
    ...vehicles.filter((vehicle) => vehicle !== selection),
  ]);
  const { vehicle, extras } = fullestOf(dated);
  const undated = await askUndated(ask, vehicle, extras);
  const fullSelection = withExtras(vehicle, extras);
  const fullQuote = await ask.api(fullQuoteRequest(fullSelection, extras), ['quote']);
  const wrongRequests = isChosen(['errors']) ? await askWrong(sender, vehicle, extras) : notAsked;
  const unavailable = isChosen(['errors'])
    ? await askUnavailable(sender, found, { trip, answer: other })
    : { isKnown: false, answer: notAsked };
  return {
    vehicles: found.answer,
    other,
    dated,
    undated,
    plainQuote,
    selection,
    fullQuote: ifThere(fullQuote, unlessRefused),
    fullSelection,
    wrongRequests,
    unavailable,
    website: isChosen(['site']) ? await askWebsite(sender, fullSelection) : notAsked,
  };
}

/** A service may refuse extras that are requested together. Then no rule judges a full quote. */
function unlessRefused(fullQuote: ServiceAnswer): MaybeAnswer {
  return isRefusal(fullQuote, 400, 404)
    ? unchecked(`no extras were accepted: ${answerText(fullQuote)}`)
    : fullQuote;
}

/**
 * Vehicles with a daily rate come first. People who try a service by hand take the first vehicle of
 * the list, so it is the likeliest to be taken meanwhile and comes last of these.
 */
function vehiclesToTry(list: MaybeAnswer, free: readonly Selection[]): readonly Selection[] {
  const entries = listOf(list) ?? [];
  const withRate = entries.filter((entry) => Number(fieldOf(entry, 'rentalDailyRate')) > 0);
  const ids = new Set(withRate.map((entry) => fieldOf(entry, 'vehicleId')));
  const rated = free.filter(({ vehicleId }) => ids.has(vehicleId));
  const others = free.filter(({ vehicleId }) => !ids.has(vehicleId));
  return [...rated.slice(1), ...rated.slice(0, 1), ...others].slice(0, maxQuotedVehicles);
}

/** The first vehicle that is still available, or the last one. */
async function askPlainQuote(
  ask: ChosenAsker,
  vehicles: readonly Selection[],
): Promise<Pick<VehicleAnswers, 'selection' | 'plainQuote'>> {
  const [selection, ...others] = vehicles as readonly [Selection, ...Selection[]];
  const plainQuote = await ask.api(quoteRequest(selection), groupsWithQuotes);
  const isTaken = isThere(plainQuote) && isRefusal(plainQuote, 404) && others.length > 0;
  return isTaken ? askPlainQuote(ask, others) : { selection, plainQuote };
}

/**
 * The extras of one vehicle after the other, until one has both kinds. Also ends at an answer that is
 * no list: that of another vehicle would be none either.
 */
async function askExtras(
  ask: ChosenAsker,
  vehicles: readonly Selection[],
): Promise<VehicleExtras[]> {
  const dated: VehicleExtras[] = [];
  for (const vehicle of vehicles.slice(0, maxVehiclesForExtras)) {
    const extras = await forBothKinds((kind) =>
      ask.api(extrasRequest(kind, vehicle), [groupOfExtras[kind], ...groupsWithQuotes]),
    );
    dated.push({ vehicle, extras });
    if (Object.values(extras).every((list) => listOf(list)?.length !== 0)) break;
  }
  return dated;
}

/** The first vehicle with most kinds of extras. */
function fullestOf(dated: readonly VehicleExtras[]): VehicleExtras {
  const kindsOf = ({ extras }: VehicleExtras): number =>
    Object.values(extras).filter((list) => listOf(list)?.length).length;
  return dated.reduce((fullest, next) => (kindsOf(next) > kindsOf(fullest) ? next : fullest));
}

/** An endpoint that gave no answer with dates is not asked without them. */
async function askUndated(
  ask: ChosenAsker,
  vehicle: Selection,
  extras: ExtrasAnswers,
): Promise<ExtrasAnswers> {
  return forBothKinds((kind) => {
    const undated = ifThere(extras[kind], () => ({
      ...extrasRequest(kind, vehicle),
      parameters: {},
    }));
    return ask.api(undated, [groupOfExtras[kind]]);
  });
}

async function forBothKinds(
  ask: (kind: ExtrasEndpoint) => Promise<MaybeAnswer>,
): Promise<ExtrasAnswers> {
  return { accessories: await ask('accessories'), 'insurance-types': await ask('insurance-types') };
}

/** Up to two accessories and the last plan, because the first can cost nothing. */
function withExtras(selection: Selection, extras: ExtrasAnswers): Selection {
  const accessoryIds = idsOf(extras.accessories).slice(0, 2);
  return { ...selection, accessoryIds, insuranceId: idsOf(extras['insurance-types']).at(-1) };
}

/** The quote with extras, or why there is none to ask for. */
function fullQuoteRequest(selection: Selection, extras: ExtrasAnswers): InterfaceRequest | Missing {
  if (!isThere(extras.accessories)) return extras.accessories;
  const isPlain = selection.accessoryIds.length === 0 && selection.insuranceId === undefined;
  if (!isPlain) return quoteRequest(selection);
  const unusable = extrasEndpoints.find((kind) => listOf(extras[kind])?.length !== 0);
  return unusable === undefined
    ? skip(
        'none of the vehicles that were tried has an accessory or an insurance plan',
        'accessories-answer',
      )
    : ifThere(extras[unusable], (answer) => noExtras(unusable, answer));
}

/** A vehicle that is free for only one of the trips, or one that the service has not shown. */
async function askUnavailable(
  sender: Sender,
  found: SearchedTrip,
  other: SearchedTrip,
): Promise<UnavailableQuote> {
  const known = missingFrom(other, found) ?? missingFrom(found, other);
  const selection = known ?? { ...found.trip, vehicleId: unknownVehicleId, accessoryIds: [] };
  return { isKnown: known !== undefined, answer: await sender.api(quoteRequest(selection)) };
}

/**
 * The first vehicle of the other trip that this trip does not have. Undefined if an id of this trip
 * cannot be read, because it could be that vehicle.
 */
function missingFrom({ trip, answer }: SearchedTrip, other: SearchedTrip): Selection | undefined {
  const free = idsOf(answer, 'vehicleId');
  if (free.length !== listOf(answer)?.length) return undefined;
  const vehicleId = idsOf(other.answer, 'vehicleId').find((id) => !free.includes(id));
  return vehicleId === undefined ? undefined : { ...trip, vehicleId, accessoryIds: [] };
}
