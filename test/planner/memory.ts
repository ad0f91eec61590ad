/** An operator for the planner alone: it answers at once, without requests, and remembers what it was asked to price. */
import type { Client } from '../../src/api/client.ts';
import type { Depot, Quote, Selection, Vehicle } from '../../src/api/types.ts';
import type { Named } from '../../src/planner/names.ts';
import type { Session, SweepAnswers } from '../../src/planner/session.ts';
import { quote as quoteOf } from './sweep/samples.ts';

/** Of every session. */
export const today = '2026-11-20';

interface Memory extends Partial<Pick<Client, 'availability' | 'accessories'>> {
  /** Names; ids count from 1. */
  readonly depots: readonly string[];
  readonly seen?: readonly Named[];
  /** The extras that the quote shows. Default: none. */
  readonly shown?: (selection: Selection) => Quote['priceBreakdown']['accessories'];
  /** In the place of a quote of 90 NZD. */
  readonly price?: (selection: Selection) => Quote;
}

export function memorySession(of: Memory): { session: Session; quoted: Selection[] } {
  const quoted: Selection[] = [];
  const depots = of.depots.map((name, index): Depot => ({
    ...{ id: index + 1, name, pickup_times: [], drop_off_times: [], opening_hours_description: '' },
  }));
  const list = (): Promise<readonly Depot[]> => Promise.resolve(depots);
  const kea: Vehicle = { vehicleId: 11, name: 'Kea', rentalDailyRate: 90, imageUrl: '' };
  const service: Client = {
    depots: async () => [...depots],
    availability: of.availability ?? (async () => [kea]),
    accessories: of.accessories ?? (async () => []),
    insuranceTypes: async () => [],
    quote: async (selection) => {
      quoted.push(selection);
      if (of.price !== undefined) return of.price(selection);
      const { priceBreakdown, ...rest } = quoteOf(90);
      const accessories = of.shown?.(selection) ?? [];
      return { ...rest, priceBreakdown: { ...priceBreakdown, accessories } };
    },
  };
  const session: Session = {
    operator: {
      ...{ name: 'memory', timeZone: 'UTC', limit: { requests: 100, windowMs: 60_000 }, sandbox: false },
      ...{ baseUrl: new URL('http://127.0.0.1/api'), siteUrl: new URL('http://127.0.0.1') },
    },
    service,
    depots: { list, fresh: list, stored: list, known: () => depots, requests: () => 1, isStored: false },
    seenVehicles: async () => of.seen ?? [],
    answers: async () => unstored(service),
    now: () => Date.parse(today),
    today: () => today,
    allowance: () => ({ limit: 100, windowMs: 60_000, free: 100 }),
    retries: 0,
    pause: async () => false,
  };
  return { session, quoted };
}

/** Nothing is stored. */
function unstored(service: Client): SweepAnswers {
  const fresh = async <T>(answer: Promise<T>) => ({ value: await answer, storedAt: undefined });
  return {
    isEmpty: () => true,
    isKnown: () => false,
    quoted: () => new Set(),
    hasQuote: () => false,
    availability: (trip) => fresh(service.availability(trip)),
    accessories: (id, dates) => fresh(service.accessories(id, dates)),
    insuranceTypes: (id, dates) => fresh(service.insuranceTypes(id, dates)),
    quote: (selection) => fresh(service.quote(selection)),
    finish: () => {},
  };
}
