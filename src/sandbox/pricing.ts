/** The pricing rule of docs/sandbox.md. Integer cents of NZD throughout. */
import { rentalDays, weekOf, type Trip } from './availability.ts';
import type { Day } from './calendar.ts';
import type { Accessory, Extra, Plan, Vehicle } from './catalogue.ts';

/** Percent of the normal daily rate, by the week of the pick-up counted from today, repeating. */
const demand = [100, 85, 100, 115, 140, 115, 100, 85];

/** Percent taken off the rental fee from so many days on. */
const longHire = [
  { days: 21, percent: 10 },
  { days: 14, percent: 5 },
];

const routeFees = { sameDepot: 0, sameTown: 2500, sameIsland: 9500, otherIsland: 19500 };
const freeRouteFrom = 28;
const accessoryDays = 10;

export interface Line {
  readonly id: number;
  readonly name: string;
  readonly cents: number;
  readonly quantity: number;
}

export interface Price {
  readonly days: number;
  readonly dailyRate: number;
  readonly rentalFee: number;
  readonly routeFee: number;
  readonly accessories: readonly Line[];
  readonly accessoriesFee: number;
  readonly insurance: Line | undefined;
  readonly insuranceFee: number;
  readonly total: number;
}

export interface Basket {
  /** An accessory listed twice is taken twice. */
  readonly accessories: readonly Accessory[];
  readonly plan: Plan | undefined;
}

export function dailyRate(vehicle: Vehicle, from: Day, today: Day): number {
  return percentOf(vehicle.cents, demand[weekOf(from, today) % demand.length] ?? 100);
}

export function priceTrip(vehicle: Vehicle, trip: Trip, basket: Basket, today: Day): Price {
  const days = rentalDays(trip);
  const rate = dailyRate(vehicle, trip.from, today);
  const full = rate * days;
  const rentalFee = full - percentOf(full, longHire.find((step) => days >= step.days)?.percent ?? 0);
  const routeFee = routeFeeOf(trip, days);
  const accessories = accessoryLines(basket.accessories, days);
  const accessoriesFee = accessories.reduce((sum, line) => sum + line.cents, 0);
  const insurance = basket.plan && { ...named(basket.plan), cents: charge(basket.plan, days), quantity: 1 };
  const insuranceFee = insurance?.cents ?? 0;
  const total = rentalFee + routeFee + accessoriesFee + insuranceFee;
  return { days, dailyRate: rate, rentalFee, routeFee, accessories, accessoriesFee, insurance, insuranceFee, total };
}

function routeFeeOf({ pickUp, dropOff }: Trip, days: number): number {
  if (pickUp.id === dropOff.id || days >= freeRouteFrom) return routeFees.sameDepot;
  if (pickUp.town === dropOff.town) return routeFees.sameTown;
  return pickUp.island === dropOff.island ? routeFees.sameIsland : routeFees.otherIsland;
}

/** One line for each different accessory, in the order in which they were first asked for. */
function accessoryLines(accessories: readonly Accessory[], days: number): Line[] {
  return [...new Set(accessories)].map((accessory) => {
    const quantity = accessories.filter((other) => other === accessory).length;
    return { ...named(accessory), quantity, cents: quantity * charge(accessory, Math.min(days, accessoryDays)) };
  });
}

function named({ id, name }: Extra): Pick<Line, 'id' | 'name'> {
  return { id, name };
}

function charge(extra: Extra, days: number): number {
  return extra.per === 'day' ? extra.cents * days : extra.cents;
}

/** Half a cent is rounded up. */
function percentOf(cents: number, percent: number): number {
  return Math.round((cents * percent) / 100);
}
