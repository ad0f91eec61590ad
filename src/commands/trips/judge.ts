/**
 * What an answer of a saved trip means for a script: its exit code, and what to say of a total that
 * is too high.
 */
import { exitCodes, type ExitCode } from '../../base/errors.ts';
import type { FieldText } from '../../base/field-text.ts';
import { aboveMaxAmount, maxTotalCode, type MaxAmount } from '../../planner/max-amount.ts';
import type { Price, SavedTrip, TripAnswer } from '../../trips/saved-trip.ts';
import { currencyOf } from '../../trips/history.ts';

/** The currency of the amount that is wanted, and then that of the last price. */
export function wantedCurrencies(trip: SavedTrip, max: MaxAmount | undefined): string[] {
  return [max?.currency, currencyOf(trip)].filter((currency) => currency !== undefined);
}

/** Empty if there is no price, or if it is not too high. */
export function aboveMaxTotal({ price }: TripAnswer, max: MaxAmount | undefined): FieldText[] {
  return price === undefined ? [] : aboveMaxAmount(totalOf(price), max);
}

export function answerExitCode(answer: TripAnswer, max: MaxAmount | undefined): ExitCode {
  if (answer.end === 'not_available') return exitCodes.no;
  if (answer.price === undefined) return exitCodes.partial;
  return maxTotalCode([totalOf(answer.price)], max);
}

function totalOf({ total, currency }: Price) {
  return { totalAmount: total, currency };
}
