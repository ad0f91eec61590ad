/** An operator for the planner alone: it answers at once, without requests, and remembers what it was asked to price. */
import type { Client } from '../../src/api/client.ts';
import type { Depot, Quote, Selection, Vehicle } from '../../src/api/types.ts';
import type { Named } from '../../src/planner/names.ts';
import type { Session } from '../../src/planner/session.ts';
import { quote as quoteOf } from './sweep/samples.ts';

/** Of every session. */
export const today = '2026-11-20';

interface Memory extends Partial<Pick<Client, 'availability' | 'accessories'>> {
  /** Names; ids count from 1. */
  readonly depots: readonly string[];
  readonly seen?: readonly Named[];
  /** The extras that the quote shows. Default: none. */
  readonly shown?: (selection: Selection) => Quote['priceBreakdown']['accessories'];
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
      const { priceBreakdown, ...rest } = quoteOf(90);
      const accessories = of.shown?.(selection) ?? [];
      return { ...rest, priceBreakdown: { ...priceBreakdown, accessories } };
    },
  };
  const asked = async <T>(value: Promise<T>) => ({ value: await value, storedAt: undefined });
  const session: Session = {
    operator: {
      ...{ name: 'memory', timeZone: 'UTC', limit: { requests: 100, windowMs: 60_000 }, sandbox: false },
      ...{ baseUrl: new URL('http://127.0.0.1/api'), siteUrl: new URL('http://127.0.0.1') },
    },
    service,
    depots: { list, fresh: list, stored: list, known: () => depots, requests: () => 1, isStored: false },
    seenVehicles: async () => of.seen ?? [],
    // It stores nothing.
    answers: async () => ({
      isEmpty: () => true,
      isKnown: () => false,
      vehicles: () => new Set(),
      hasQuote: () => false,
      find: async () => undefined,
      availability: (trip) => asked(service.availability(trip)),
      accessories: (id, dates) => asked(service.accessories(id, dates)),
      insuranceTypes: (id, dates) => asked(service.insuranceTypes(id, dates)),
      quote: (selection) => asked(service.quote(selection)),
      finish: () => {},
    }),
    now: () => Date.parse(today),
    today: () => today,
    allowance: () => ({ limit: 100, windowMs: 60_000, free: 100 }),
    retries: 0,
    pause: async () => false,
  };
  return { session, quoted };
}
