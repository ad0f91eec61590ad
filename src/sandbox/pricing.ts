/** The pricing rules of docs/sandbox.md in integer cents of NZD, and how an amount is written. */
import { HTTPException } from 'hono/http-exception';
import { isAvailable, rentalDays, weekOf, type Trip } from './availability.ts';
import type { Day } from './calendar.ts';
import type { Accessory, Extra, Vehicle } from './catalogue.ts';

/** Percent of the normal daily rate by the week of the pick-up. Weeks count from today; the list repeats. */
const demand = [100, 85, 100, 115, 140, 115, 100, 85];

/** Discounts on the rental fee for long rentals: from `days` on, `percent` off. */
const discounts = [
  { days: 21, percent: 10 },
  { days: 14, percent: 5 },
];

const routeFees = { sameDepot: 0, sameTown: 2500, sameIsland: 9500, otherIsland: 19500 };
/** Rentals of at least this many days pay no route fee. */
const freeRouteDays = 28;
/** An accessory priced per day costs nothing more after this many days. */
const maxAccessoryDays = 10;

export type Price = ReturnType<typeof priceTrip>;
export type PriceLine = ReturnType<typeof priceLine>;

export interface QuoteRequest {
  readonly vehicle: Vehicle;
  readonly trip: Trip;
  readonly extras: {
    /** An accessory appears once for each piece. */
    readonly accessories: readonly Accessory[];
    readonly plan: Extra | undefined;
  };
}

/** Throws an HTTPException (404) if the vehicle is not available. */
export function priceQuote({ vehicle, trip, extras }: QuoteRequest, today: Day): Price {
  if (isAvailable(vehicle, trip, today)) return priceTrip(vehicle, trip, extras, today);
  const message = `Vehicle ${vehicle.id} is not available for the selected depots and dates`;
  throw new HTTPException(404, { message });
}

export function dailyRate(vehicle: Vehicle, from: Day, today: Day): number {
  return percentOf(vehicle.cents, demand[weekOf(from, today) % demand.length] ?? 100);
}

export function priceTrip(vehicle: Vehicle, trip: Trip, extras: QuoteRequest['extras'], today: Day) {
  const days = rentalDays(trip);
  const rate = dailyRate(vehicle, trip.from, today);
  const full = rate * days;
  const rentalFee = full - percentOf(full, discounts.find((step) => days >= step.days)?.percent ?? 0);
  const routeFee = routeFeeOf(trip, days);
  const accessories = accessoryLines(extras.accessories, days);
  const accessoriesFee = accessories.reduce((sum, line) => sum + line.cents, 0);
  const insurance = extras.plan && priceLine(extras.plan, 1, days);
  const insuranceFee = insurance?.cents ?? 0;
  const total = rentalFee + routeFee + accessoriesFee + insuranceFee;
  return { days, dailyRate: rate, rentalFee, routeFee, accessories, accessoriesFee, insurance, insuranceFee, total };
}

function routeFeeOf({ pickUp, dropOff }: Trip, days: number): number {
  if (pickUp.id === dropOff.id || days >= freeRouteDays) return routeFees.sameDepot;
  if (pickUp.town === dropOff.town) return routeFees.sameTown;
  return pickUp.island === dropOff.island ? routeFees.sameIsland : routeFees.otherIsland;
}

/** One line for each different accessory, in the order of the request. */
function accessoryLines(accessories: readonly Accessory[], days: number): PriceLine[] {
  return [...new Set(accessories)].map((accessory) => {
    const quantity = accessories.filter((other) => other === accessory).length;
    return priceLine(accessory, quantity, Math.min(days, maxAccessoryDays));
  });
}

function priceLine({ id, name, cents, per }: Extra, quantity: number, days: number) {
  return { id, name, quantity, cents: quantity * (per === 'day' ? cents * days : cents) };
}

/** Rounds half a cent up. */
function percentOf(cents: number, percent: number): number {
  return Math.round((cents * percent) / 100);
}

/** `$1,234.50`, for pages. */
export function showDollars(cents: number): string {
  return (cents / 100).toLocaleString('en-NZ', { style: 'currency', currency: 'NZD' });
}

/** An amount that `toJson` writes in dollars with two decimals. */
export class Money {
  readonly cents: number;

  constructor(cents: number) {
    this.cents = cents;
  }
}

export function toJson(value: unknown): string {
  if (value instanceof Money) return (value.cents / 100).toFixed(2);
  if (Array.isArray(value)) return `[${value.map(toJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}:${toJson(member)}`);
  return `{${members.join(',')}}`;
}
