import type { Client } from '../../src/api/client.ts';
import type { SweepAnswers } from '../../src/planner/session.ts';

/** The answers of a sweep that stores nothing. */
export function unstored(service: Client): SweepAnswers {
  const asked = async <T>(value: Promise<T>) => ({ value: await value, storedAt: undefined });
  return {
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
  };
}
