/**
 * What the service answers, by the interface document: the shape of each 200. Prices, rates and
 * fees are NZD.
 */
import {
  amount,
  headed,
  id,
  instant,
  integer,
  link,
  list,
  nullable,
  served,
  text,
} from '../shape.ts';

/** `time` is HH:MM; the known values of `day` are `weekday` and `weekend`. */
const depotTime = served({ time: text, day: text });

export const servedDepot = served({
  id: headed('ID', id),
  name: headed('DEPOT', text),
  opening_hours_description: headed('OPENING HOURS', text),
  pickup_times: list(depotTime),
  drop_off_times: list(depotTime),
});

export const servedVehicle = served({
  vehicleId: headed('ID', id),
  name: headed('VEHICLE', text),
  rentalDailyRate: headed('NZD A DAY', amount),
  imageUrl: headed('IMAGE', link),
});

/**
 * An accessory or an insurance plan; the price of a plan may be 0, and the unit of prices is not
 * shown.
 */
export const servedExtra = served({
  id: headed('ID', id),
  name: headed('NAME', text),
  price: headed('NZD', amount),
});

export const servedFees = {
  rentalFee: headed('RENTAL', amount),
  routeFee: headed('ROUTE FEE', amount),
  accessoriesFee: headed('ACCESSORIES', amount),
  insuranceFee: headed('INSURANCE', amount),
};

export const servedQuote = served({
  quoteId: headed('QUOTE', text),
  expiresAt: headed('EXPIRES', instant),
  currency: headed('CURRENCY', text),
  priceBreakdown: served({
    ...servedFees,
    accessories: list(served({ id, name: text, cost: amount, quantity: integer })),
    insurance: nullable(served({ id, name: text, cost: amount })),
  }),
  totalAmount: headed('TOTAL', amount),
  note: text,
});

/**
 * `GET /depots`, `GET /vehicles/availability`, `GET /vehicles/{vehicleId}/accessories` and
 * `…/insurance-types`.
 */
export const servedDepots = list(servedDepot);
export const servedVehicles = list(servedVehicle);
export const servedExtras = list(servedExtra);
