/** The pricing rules of docs/sandbox.md in integer cents of NZD. */
import { weekOf, type SandboxTrip } from './availability.ts';
import type { Day } from './calendar.ts';
import type { Extra, Terms, CatalogueVehicle } from './catalogue.ts';
import { isPublicHoliday } from './holidays.ts';

/** Percent of the daily rate, for a pick-up this week, next week and so on; the list repeats. */
const demand = [100, 85, 100, 115, 140, 115, 100, 85];

/** Discounts on the rental fee, from so many charged days on. */
const discounts = [
  { days: 21, percent: 10 },
  { days: 14, percent: 5 },
];

const routeFees = { sameDepot: 0, sameTown: 2500, sameIsland: 9500, otherIsland: 19500 };
/** Rentals of this many days or more pay no route fee. */
const freeRouteDays = 28;
/** Accessories cost nothing after this many days. */
const maxAccessoryDays = 10;

export interface QuoteRequest {
  readonly vehicle: CatalogueVehicle;
  readonly trip: SandboxTrip;
  /** An accessory appears once for each piece. */
  readonly accessories: readonly Extra[];
  readonly plan: Extra | undefined;
}

/** `cost` is in cents, for the whole rental. */
export type PricedExtra = Extra & { readonly cost: number };

/** All amounts are in cents. */
export interface RentalPrice {
  /** How many days are charged. */
  readonly days: number;
  readonly rentalFee: number;
  /** The holiday fee is part of it. */
  readonly routeFee: number;
  readonly holidayFee: number;
  readonly accessoriesFee: number;
  readonly insuranceFee: number;
  /** A line for each different accessory, in the order of the request. */
  readonly lines: readonly (PricedExtra & { readonly quantity: number })[];
  readonly insurance: PricedExtra | undefined;
  readonly total: number;
}

export function dailyRate(vehicle: CatalogueVehicle, from: Day, today: Day): number {
  return percentOf(vehicle.cents, demand[weekOf(from, today) % demand.length] ?? 100);
}

export function priceOf(
  { vehicle, trip, accessories, plan }: QuoteRequest,
  terms: Terms,
  today: Day,
): RentalPrice {
  const days = chargedDays(trip, terms);
  const full = dailyRate(vehicle, trip.from, today) * days;
  const rentalFee =
    full - percentOf(full, discounts.find((step) => days >= step.days)?.percent ?? 0);
  const holidayFee = terms.holidayFee * [trip.from, trip.to].filter(isPublicHoliday).length;
  // Clients work out the charged days from the rental fee, so the holiday fee is not in it.
  const routeFee = routeFeeOf(trip, days) + holidayFee;
  const lines = [...new Set(accessories)].map((accessory) => {
    const quantity = accessories.filter((other) => other === accessory).length;
    return {
      ...accessory,
      quantity,
      cost: quantity * costOf(accessory, Math.min(days, maxAccessoryDays)),
    };
  });
  const accessoriesFee = lines.reduce((sum, { cost }) => sum + cost, 0);
  const insurance = plan && { ...plan, cost: costOf(plan, days) };
  const insuranceFee = insurance?.cost ?? 0;
  const total = rentalFee + routeFee + accessoriesFee + insuranceFee;
  return {
    days,
    rentalFee,
    routeFee,
    holidayFee,
    accessoriesFee,
    insuranceFee,
    lines,
    insurance,
    total,
  };
}

function chargedDays(
  { from, to }: SandboxTrip,
  { chargesDropOffDay, minChargedDays }: Terms,
): number {
  return Math.max(minChargedDays, to - from + (chargesDropOffDay ? 1 : 0));
}

function routeFeeOf({ pickUp, dropOff }: SandboxTrip, days: number): number {
  if (pickUp.id === dropOff.id || days >= freeRouteDays) return routeFees.sameDepot;
  if (pickUp.town === dropOff.town) return routeFees.sameTown;
  return pickUp.island === dropOff.island ? routeFees.sameIsland : routeFees.otherIsland;
}

function costOf({ cents, per }: Extra, days: number): number {
  return per === 'day' ? cents * days : cents;
}

/** Rounds half a cent up. */
function percentOf(cents: number, percent: number): number {
  return Math.round((cents * percent) / 100);
}
