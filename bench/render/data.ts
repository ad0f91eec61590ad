/** What the cases read: the bytes of an answer with many vehicles, and of the offers that a sweep has found. */
import { addDays } from '../../src/planner/calendar.ts';
import type { CalendarDate, Quote, Selection, Vehicle } from '../../src/api/types.ts';
import type { Offer } from '../../src/planner/sweep/rank.ts';

/** An offer as JSON. */
export type ReadOffer = Omit<Offer, 'candidate'> & { readonly selection: Selection };

const birds = ['Kea', 'Tūī', 'Kererū', 'Moa', 'Weka', 'Kākāpō', 'Pīwakawaka', 'Takahē'];
const places = ['Auckland', 'Whangārei', 'Queenstown', 'Taupō', 'Wānaka', 'Nelson'];
const vehiclesEachTrip = 20;
const siteUrl = new URL('https://lucky.example');

/** The body of `GET /vehicles/availability`. */
export function fleetBytes(count: number): string {
  return JSON.stringify(Array.from({ length: count }, (_, index) => vehicle(index)));
}

/** A list with one offer a line. */
export function offerBytes(count: number): string {
  return `[\n${Array.from({ length: count }, (_, index) => JSON.stringify(offer(index))).join(',\n')}\n]`;
}

function vehicle(index: number): Vehicle {
  const [bird, place] = [birds[index % birds.length], places[index % places.length]];
  return {
    vehicleId: index + 1,
    name: `${bird} Campervan ${index + 1} (${place})`,
    rentalDailyRate: 80 + (index % 400) * 0.75,
    imageUrl: `https://lucky.example/images/vehicles/${index + 1}.png`,
  };
}

function offer(index: number): ReadOffer {
  const trip = Math.floor(index / vehiclesEachTrip);
  const from = addDays('2030-01-01', trip) as CalendarDate;
  const van = vehicle(index % vehiclesEachTrip);
  const dates = { pickUpDate: from, dropOffDate: addDays(from, 7) as CalendarDate };
  const selection: Selection = {
    ...{ pickUpDepotId: 1, dropOffDepotId: 2, ...dates },
    ...{ vehicleId: van.vehicleId, accessoryIds: [11], insuranceId: 21 },
  };
  return {
    ...{ pickUpDepotId: 1, dropOffDepotId: 2, ...dates, pickUp: 'Auckland Airport', dropOff: 'Taupō' },
    ...{
      operator: 'lucky',
      vehicle: van,
      selection,
      quote: quote(van, index),
      missing: [],
      instead: [],
      closed: [],
      reused: false,
    },
    siteUrl,
  };
}

function quote({ rentalDailyRate }: Vehicle, index: number): Quote {
  const rentalFee = Number(rentalDailyRate) * 7 + (index % 97);
  return {
    quoteId: `q_${index}_8f14e45f`,
    expiresAt: '2030-01-01T00:30:00.000Z',
    currency: 'NZD',
    priceBreakdown: {
      ...{ rentalFee, routeFee: 150, accessoriesFee: 35, insuranceFee: 210 },
      accessories: [{ id: 11, name: 'Child seat', cost: 35, quantity: 1 }],
      insurance: { id: 21, name: 'Zero excess', cost: 210 },
    },
    totalAmount: rentalFee + 395,
    note: 'All amounts are in NZD dollars (the upstream values in cents are converted).',
  };
}
