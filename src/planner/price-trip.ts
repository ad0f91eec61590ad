/** The price of a resolved request, with warnings on its days and on what the quote lacks. */
import type { Client } from '../api/client.ts';
import { checkoutLink } from '../api/links.ts';
import type {
  Accessory,
  CalendarDate,
  Depot,
  InsurancePlan,
  Quote,
  Selection,
} from '../api/types.ts';
import type { ExitCode } from '../base/errors.ts';
import type { ChargedDays } from './charged-days.ts';
import { dayWarningsOf, type DayWarning } from './day-warnings.ts';
import { maxTotalCode, type MaxAmount } from './max-amount.ts';
import { unprovenIn, type RequestedExtra, type UnprovenExtra } from './proof.ts';
import type { Operator } from './session.ts';
import type { FoundVehicle } from './vehicle.ts';
import type { WantedTimes } from './wanted-times.ts';

/** What the service offers with a vehicle. A list that was not requested is empty. */
export interface OfferedExtras {
  readonly accessories: readonly Accessory[];
  readonly plans: readonly InsurancePlan[];
}

export interface ResolvedRequest {
  readonly selection: Selection;
  readonly vehicle: FoundVehicle;
  readonly requested: readonly RequestedExtra[];
  readonly offered: OfferedExtras;
  readonly wanted?: WantedTimes | undefined;
}

export interface QuotedTrip extends ResolvedRequest {
  readonly quote: Quote;
  readonly checkoutUrl: string;
  readonly dayWarnings: readonly DayWarning[];
  readonly unproven: readonly UnprovenExtra[];
  readonly maxTotalCode: ExitCode;
}

interface PricingContext {
  readonly operator: Pick<Operator, 'siteUrl'>;
  readonly service: Pick<Client, 'quote'>;
  /** Days are checked only at these depots. */
  readonly depots: readonly Depot[];
  readonly chargedDays: ChargedDays;
  /** The operator's day. */
  today(): CalendarDate;
}

/** Also learns the charged days that the quote shows. Throws what the service throws. */
export async function priceTrip(
  request: ResolvedRequest,
  { operator, service, depots, chargedDays, today }: PricingContext,
  maxTotal?: MaxAmount,
): Promise<QuotedTrip> {
  const { selection, requested, vehicle, wanted } = request;
  const quote = await service.quote(selection);
  chargedDays.learn(selection, vehicle.vehicle, quote);
  return {
    ...request,
    quote,
    checkoutUrl: checkoutLink(operator.siteUrl, selection),
    dayWarnings: dayWarningsOf([selection], depots, { today, wantedTimes: wanted }),
    unproven: unprovenIn(quote, requested),
    maxTotalCode: maxTotalCode([quote], maxTotal),
  };
}
