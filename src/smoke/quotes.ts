/** Asks about the vehicles that are free: their extras, and quotes without and with extras. */
import type { Selection } from '../api/types.ts';
import {
  fieldOf,
  given,
  idsOf,
  isThere,
  listOf,
  notAsked,
  skip,
  unchecked,
  type Asked,
  type Missing,
} from './asked.ts';
import { describe, isRefusal } from './findings.ts';
import { extrasRequest, quoteRequest, searchRequest, type ExtraKind, type Right } from './requests.ts';
import type { Sender } from './sender.ts';

export interface AskedExtras {
  /** Of the first vehicle, with dates. */
  readonly dated: Asked;
  /** Without dates, of a second vehicle; of the first if it is the only one. */
  readonly undated: Asked;
}

type Free = readonly Selection[] | Missing;

export async function askExtras(send: Sender, kind: ExtraKind, free: Free): Promise<AskedExtras> {
  const dated = await send.api(given(free, ([one]) => extrasRequest(kind, one as Selection)));
  const undated = given(free, ([one, other = one]): Right => {
    return { path: extrasRequest(kind, other as Selection).path, parameters: {} };
  });
  // An endpoint that is down is asked no more.
  return { dated, undated: await send.api(given(dated, () => undated)) };
}

/** Of a second vehicle with dates, if the service does not answer without. */
export function askSecond(send: Sender, kind: ExtraKind, { undated }: AskedExtras, free: Free): Promise<Asked> {
  const isNeeded = isThere(undated) && listOf(undated) === undefined;
  return send.api(given(free, ([, second]) => (second && isNeeded ? extrasRequest(kind, second) : notAsked)));
}

export type Extras = Pick<Selection, 'accessoryIds' | 'insuranceId'>;

export interface AskedQuotes {
  /** The first free vehicle whose quote is not the 404 of one that is not available; else the first one. */
  readonly selection: Selection;
  readonly plain: Asked;
  /** The lists of its extras. */
  readonly prices: Readonly<Record<ExtraKind, Asked>>;
  /** Some extras, if it has any. */
  readonly extras: Extras | Missing;
  /** The quote with the extras that the service accepted. */
  readonly full: { readonly asked: Asked; readonly extras: Extras } | Missing;
}

/** How many vehicles are tried for a quote: they can be taken since the list was made. */
const mostQuoted = 4;

export async function askQuotes(send: Sender, free: readonly Selection[]): Promise<AskedQuotes> {
  const asked: { selection: Selection; plain: Asked }[] = [];
  for (const selection of free.slice(0, mostQuoted)) {
    asked.push({ selection, plain: await send.api(quoteRequest(selection)) });
    if (!isNotAvailable(asked.at(-1)?.plain)) break;
  }
  const quoted = asked.find(({ plain }) => !isNotAvailable(plain)) ?? asked[0];
  const { selection, plain } = quoted as (typeof asked)[number];
  const prices = {
    accessories: await send.api(extrasRequest('accessories', selection)),
    'insurance-types': await send.api(extrasRequest('insurance-types', selection)),
  };
  const extras = someExtras(prices);
  return { selection, plain, prices, extras, full: await given(extras, (some) => askFull(send, selection, some)) };
}

/** The 404 of a vehicle that is not available. */
export function isNotAvailable(asked: Asked | undefined): boolean {
  return asked !== undefined && isThere(asked) && asked.request.endpoint === 'GET /quotes' && isRefusal(asked, 404);
}

/** Asked again: people book while a run asks, so an answer that looks wrong can be right. */
export async function isFreeNow(send: Sender, { vehicleId, ...trip }: Selection): Promise<boolean> {
  return idsOf(listOf(await send.apiAgain(searchRequest(trip))), 'vehicleId').includes(vehicleId);
}

/** Up to two accessories and one plan. */
function someExtras(prices: AskedQuotes['prices']): Extras | Missing {
  const accessoryIds = idsOf(listOf(prices.accessories), 'id').slice(0, 2);
  const plans = listOf(prices['insurance-types']) ?? [];
  // The unit of a price of 0 cannot be seen in a quote.
  const priced = plans.filter((plan) => Number(fieldOf(plan, 'price')) > 0);
  const [insuranceId] = idsOf([...priced, ...plans], 'id');
  const isNone = accessoryIds.length === 0 && insuranceId === undefined;
  const none = skip('the vehicle has no accessory and no insurance plan', 'accessories-answer');
  return given(prices.accessories, () => (isNone ? none : { accessoryIds, insuranceId }));
}

/** Some extras exclude each other, so a refusal is asked again with only one of them. */
async function askFull(send: Sender, selection: Selection, all: Extras): Promise<AskedQuotes['full']> {
  const less = all.accessoryIds.length > 0 ? { accessoryIds: all.accessoryIds.slice(0, 1) } : all;
  let refusal = '';
  for (const extras of [all, less]) {
    const asked = await send.api(quoteRequest({ ...selection, insuranceId: undefined, ...extras }));
    if (!isThere(asked) || !isRefusal(asked, 400, 404)) return { asked, extras };
    refusal = describe(asked);
  }
  return unchecked(`no extras were accepted: ${refusal}`);
}
