/** The shapes of the service's answers, by the interface document. Amounts are NZD. */
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

/** `time` is HH:MM, `day` is `weekday`, `weekend` or another text. */
const servedDepotTime = served({ time: text, day: text });

export const servedDepot = served({
  id: headed('ID', id),
  name: headed('DEPOT', text),
  opening_hours_description: headed('OPENING HOURS', text),
  pickup_times: list(servedDepotTime),
  drop_off_times: list(servedDepotTime),
});

export const servedVehicle = served({
  vehicleId: headed('ID', id),
  name: headed('VEHICLE', text),
  rentalDailyRate: headed('NZD A DAY', amount),
  imageUrl: headed('IMAGE', link),
});

/** An accessory or an insurance plan. The interface does not say what unit the price is for. */
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

export const servedDepots = list(servedDepot);
export const servedVehicles = list(servedVehicle);
export const servedExtras = list(servedExtra);
