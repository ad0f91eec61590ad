/** Asks for a quote without extras, and for one with extras. */
import { quoteParameters, tripParameters } from '../api/links.ts';
import type { Selection } from '../api/types.ts';
import { fieldOf, given, idsOf, listOf, skip, unchecked, type Asked, type Missing } from './asked.ts';
import { askDated, type ExtraKind } from './extras.ts';
import { describe, isRefusal } from './findings.ts';
import type { Sender } from './sender.ts';

export type Extras = Pick<Selection, 'accessoryIds' | 'insuranceId'>;

export interface AskedQuotes {
  /** The first free vehicle whose quote is not the 404 of one that is not available; else the first one. */
  readonly selection: Selection;
  readonly plain: Asked;
  /** The vehicle was free, and is not free any more. */
  readonly isTaken: boolean;
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
    asked.push({ selection, plain: await send.api('/quotes', quoteParameters(selection)) });
    if (!isNotAvailable(asked.at(-1)?.plain)) break;
  }
  const quoted = asked.find(({ plain }) => !isNotAvailable(plain)) ?? asked[0];
  const { selection, plain } = quoted as (typeof asked)[number];
  const isTaken = isNotAvailable(plain) && !(await isFreeNow(send, selection));
  const prices = {
    accessories: await askDated(send, 'accessories', selection),
    'insurance-types': await askDated(send, 'insurance-types', selection),
  };
  const extras = someExtras(prices);
  const full = await given(extras, (some) => askFullQuote(send, selection, some));
  return { selection, plain, isTaken, prices, extras, full };
}

/** The 404 of a vehicle that is not available. */
export function isNotAvailable(asked: Asked | undefined): boolean {
  return asked !== undefined && given(asked, (answer) => isRefusal(answer, 404)) === true;
}

/**
 * Whether the vehicle is free for its trip now, asked anew: people book while a run asks, and then an answer that looks wrong is right.
 */
export async function isFreeNow(send: Sender, { vehicleId, ...trip }: Selection): Promise<boolean> {
  const asked = await send.apiAgain('/vehicles/availability', tripParameters(trip));
  return idsOf(listOf(asked), 'vehicleId').includes(vehicleId);
}

/** Up to two accessories and one plan. */
function someExtras(prices: AskedQuotes['prices']): Extras | Missing {
  const accessoryIds = idsOf(listOf(prices.accessories), 'id').slice(0, 2);
  const plans = listOf(prices['insurance-types']) ?? [];
  // The unit of a price of 0 cannot be seen in a quote.
  const priced = plans.filter((plan) => Number(fieldOf(plan, 'price')) > 0);
  const [insuranceId] = idsOf([...priced, ...plans], 'id');
  const isNone = accessoryIds.length === 0 && insuranceId === undefined;
  const none = (): Missing => skip('the vehicle has no accessory and no insurance plan', 'accessories-answer');
  return given(prices.accessories, () => (isNone ? none() : { accessoryIds, insuranceId }));
}

/** Some extras exclude each other, so a refusal is asked again with only one of them. */
async function askFullQuote(send: Sender, selection: Selection, all: Extras): Promise<AskedQuotes['full']> {
  const less = all.accessoryIds.length > 0 ? { accessoryIds: all.accessoryIds.slice(0, 1) } : all;
  let refusal = '';
  for (const extras of [all, less]) {
    const asked = await send.api('/quotes', quoteParameters({ ...selection, insuranceId: undefined, ...extras }));
    if (given(asked, (answer) => isRefusal(answer, 400, 404)) !== true) return { asked, extras };
    refusal = String(given(asked, describe));
  }
  return unchecked(`no extras were accepted: ${refusal}`);
}
