/** Which extras of a saved question no offer has any more. */
import { fold, isSameName } from '../../planner/names.ts';
import { unprovenIn, type RequestedExtra } from '../../planner/proof.ts';
import { finderIn, optionsOf, type ExtraRef, type NameRef } from '../../planner/question.ts';
import { askEveryListOnFirstDates } from './ask-extras.ts';
import { isKnown } from './extra-lists.ts';
import type { OfferFinder } from './find-offers.ts';
import { hasAllExtras, type Offer } from './offer.ts';
import type { OperatorRun } from './operator-run.ts';

/**
 * The extras that no offer has. A service that refuses ids of extras does not say which of them, so
 * the lists of the vehicles are looked up where no other answer shows it.
 */
export async function goneExtras(
  found: readonly OfferFinder[],
  offers: readonly Offer[],
): Promise<ExtraRef[]> {
  if (offers.some((offer) => offer.quote !== undefined && hasAllExtras(offer))) return [];
  const evidence = new Map<
    string,
    { readonly ref: ExtraRef; readonly shown: readonly boolean[] }
  >();
  for (const { question, run } of found) {
    const { operator, extras } = question;
    const operatorOffers = offers.filter((offer) => offer.operator === operator);
    // An offer without a quote that lacks an extra: its ids were refused, or a list lacks it.
    const isRefused = operatorOffers.some(
      ({ quote, missing }) => quote === undefined && missing.length > 0,
    );
    if (isRefused) await askEveryListOnFirstDates(run, extras);
    for (const ref of extras) {
      const key = goneExtraKey(ref, operator);
      const shown = operatorOffers.flatMap((offer) => hasExtra(offer, ref, run) ?? []);
      evidence.set(key, { ref, shown: [...(evidence.get(key)?.shown ?? []), ...shown] });
    }
  }
  return [...evidence.values()].flatMap(({ ref, shown }) =>
    shown.length > 0 && !shown.includes(true) ? ref : [],
  );
}

/** A name stands for one extra at all operators, an id for one of its operator. */
function goneExtraKey({ kind, id, name }: ExtraRef, operator: string): string {
  return id === undefined ? `${kind} ${fold(name)}` : `${kind} ${operator} ${id}`;
}

/** Whether the offer has the extra; undefined if neither a list nor a quote shows it. */
function hasExtra(
  { extras, vehicle, quote, unchecked }: Offer,
  ref: ExtraRef,
  { extraLists }: OperatorRun,
): boolean | undefined {
  const { kind } = ref;
  const options = optionsOf(ref);
  const requested = extras.requested.find((extra) => {
    return extra.kind === kind && options.some((option) => isOption(option, extra));
  });
  if (requested === undefined) return unchecked.length > 0 ? undefined : false;
  if (quote !== undefined)
    return !unprovenIn(quote, [requested]).some((extra) => {
      const isRequested = extra.quantity > 0;
      return isRequested && extra.priced === 0;
    });
  if (!requested.isUnlisted) return true;
  const lists = extraLists.of(vehicle)?.first.lists;
  const list = isKnown(lists) ? lists[kind] : undefined;
  return list && finderIn(list)(ref).length > 0;
}

function isOption({ id, name }: NameRef, extra: RequestedExtra): boolean {
  return id === undefined ? isSameName(name, extra.name ?? '') : extra.id === id;
}
