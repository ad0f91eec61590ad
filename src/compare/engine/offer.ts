/** Offers: what is known of each vehicle on each trip. */
import type { CalendarDate, Quote, Selection, Trip, Vehicle } from '../../api/types.ts';
import type { DayWarning, TimeWarning } from '../../planner/day-warnings.ts';
import type { Named } from '../../planner/names.ts';
import type { WantedTimes } from '../../planner/wanted-times.ts';
import type { RequestedExtra } from '../../planner/proof.ts';
import type { ExtraRef } from '../../planner/question.ts';

/** The extras of a vehicle on some of its dates. Thousands of offers share it. */
export interface VehicleExtras {
  readonly requested: readonly RequestedExtra[];
  /** Extras that the vehicle lacks on these dates, or that several of its extras match. */
  readonly missing: readonly string[];
  /** Extras that its lists of other dates lack; those of these dates were not looked up. */
  readonly unchecked: readonly string[];
  readonly ids: Pick<Selection, 'accessoryIds' | 'insuranceId'>;
  /**
   * The insurance plan that was taken of several, or `none`. Undefined without a choice, and if the
   * vehicle has none of them.
   */
  readonly takenPlan?: string | undefined;
}

/** Extras that a vehicle lacks on some dates, and that were not looked up on its others. */
export interface UncheckedExtras {
  readonly operator: string;
  readonly vehicle: Vehicle;
  readonly extras: readonly string[];
  /** The pick-up dates on which they were looked up. */
  readonly dates: readonly CalendarDate[];
}

/** One vehicle for one trip at one operator. */
export interface Offer extends Trip {
  readonly operator: string;
  /** Names of the depots if they were looked up, else `depot 1`. */
  readonly pickUp: string;
  readonly dropOff: string;
  readonly vehicle: Vehicle;
  /** In the vehicle's own ids. */
  readonly extras: VehicleExtras;
  /** Undefined if it was not requested, or was refused. */
  readonly quote: Quote | undefined;
  /** The expected total of an offer without a quote. Undefined beyond the largest number. */
  readonly estimate: number | undefined;
  /** Those of `extras`, and requested ones that the quote does not show as requested. */
  readonly missing: readonly string[];
  /** Requested extras that its lists of other dates lack. Those of its dates were not looked up. */
  readonly unchecked: readonly string[];
  /** When the user can be at its depots. */
  readonly wantedTimes?: WantedTimes;
  /** Why it ranks after others: the service may accept its days, but a person should check. */
  readonly ranksLastBecauseOf: readonly DayWarning[];
  /** Its days on which a listed time may fit, or not. */
  readonly unsureTimes: readonly TimeWarning[];
  /** When an earlier comparison stored the quote, epoch ms. Undefined: this one got it. */
  readonly quoteStoredAt: number | undefined;
  /** The operator's website. */
  readonly siteUrl: URL;
}

export function selectionOf({ extras, vehicle, ...offer }: Offer): Selection {
  const { pickUpDepotId, dropOffDepotId, pickUpDate, dropOffDate } = offer;
  const { accessoryIds, insuranceId } = extras.ids;
  const { vehicleId } = vehicle;
  return {
    pickUpDepotId,
    dropOffDepotId,
    pickUpDate,
    dropOffDate,
    vehicleId,
    accessoryIds,
    insuranceId,
  };
}

/** It has every requested extra, as far as its lists and its quote show. */
export function hasAllExtras({
  missing,
  unchecked,
}: Pick<Offer, 'missing' | 'unchecked'>): boolean {
  return missing.length === 0 && unchecked.length === 0;
}

/** An offer with a price. */
export type QuotedOffer = Offer & { readonly quote: Quote };

export function isQuoted(offer: Offer): offer is QuotedOffer {
  return offer.quote !== undefined;
}

/** A thing with the same name as one of the comparison, at the same operator. */
export interface Namesake extends Named {
  readonly operator: string;
  readonly kind: 'depot' | 'vehicle' | ExtraRef['kind'];
}
