/** One object for what is the same in thousands of answers: vehicles, lists of vehicles, and parts of quotes. */
import type { Quote, Vehicle } from '../../api/types.ts';
import { isNumeric, numberText } from '../../json.ts';

type Vehicles = readonly Vehicle[];

export function createSharedVehicles() {
  /** By id, then by rate, which can change with the dates. */
  const known = new Map<number, Map<number, Vehicle>>();
  const lists = new Map<number, Vehicles[]>();
  const sharedVehicle = (vehicle: Vehicle): Vehicle => {
    const rate = Number(vehicle.rentalDailyRate);
    const variants = known.get(vehicle.vehicleId) ?? new Map<number, Vehicle>();
    const same = variants.get(rate);
    if (same !== undefined && isEqual(same, vehicle)) return same;
    known.set(vehicle.vehicleId, variants.set(rate, vehicle));
    return vehicle;
  };
  return (vehicles: Vehicles): Vehicles => {
    const list = vehicles.map(sharedVehicle);
    const hash = list.reduce((sum, { vehicleId }) => (sum * 31 + vehicleId) | 0, list.length);
    const alike = lists.get(hash) ?? [];
    const same = alike.find(
      (other) => other.length === list.length && other.every((one, index) => one === list[index]),
    );
    if (same !== undefined) return same;
    lists.set(hash, [...alike, list]);
    return list;
  };
}

/** Returns the same quote; what many quotes have is in memory once. */
export function createSharedQuotes() {
  const known = new Map<unknown, unknown>();
  /** The last one with the same key, if it is equal. */
  const shared = (key: unknown, value: unknown): unknown => {
    const same = known.get(key);
    if (same !== undefined && isEqual(same, value)) return same;
    known.set(key, value);
    return value;
  };
  return (quote: Quote): Quote => {
    const { note, totalAmount, priceBreakdown } = quote;
    const { accessories, insurance } = priceBreakdown;
    const extras = { accessories: shared('accessories', accessories), insurance: shared('insurance', insurance) };
    Object.assign(priceBreakdown, extras);
    return Object.assign(quote, { note: shared('note', note), priceBreakdown: shared(totalAmount, priceBreakdown) });
  };
}

/** Also in the order of the fields, and in those that the interface does not name. */
function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (isNumeric(a) || isNumeric(b)) return isNumeric(a) && isNumeric(b) && numberText(a) === numberText(b);
  const [entries, others] = [Object.entries(a), Object.entries(b)];
  return (
    Array.isArray(a) === Array.isArray(b) &&
    entries.length === others.length &&
    entries.every(([key, value], place) => key === others[place]?.[0] && isEqual(value, others[place][1]))
  );
}
