/**
 * An operator for the planner alone: it answers at once, without requests, and remembers what it
 * was asked to price.
 */
import type { Client } from '../../src/api/client.ts';
import { availabilityKey, quoteKey, extrasKey } from '../../src/api/request-keys.ts';
import type { Depot, Quote, Selection, Vehicle } from '../../src/api/types.ts';
import { noChargedDays } from '../../src/planner/charged-days.ts';
import type { Named } from '../../src/planner/names.ts';
import type { Session, CompareAnswers } from '../../src/planner/session.ts';
import { quote as quoteOf } from '../compare/samples.ts';

/** Of every session. */
export const today = '2026-11-20';

interface Memory extends Partial<Pick<Client, 'availability' | 'accessories' | 'insuranceTypes'>> {
  /** Names; ids count from 1. */
  readonly depots: readonly string[];
  readonly seen?: readonly Named[];
  /** In the place of a quote of 90 NZD. */
  readonly price?: (selection: Selection) => Quote;
}

export function memorySession(of: Memory) {
  const quoted: Selection[] = [];
  /** Each request but those for depots, by what it asks for. */
  const requests: string[] = [];
  const seen = new Map(of.seen?.map((one) => [one.id, one]));
  const depots = of.depots.map((name, index): Depot => ({
    id: index + 1,
    name,
    pickup_times: [],
    drop_off_times: [],
    opening_hours_description: '',
  }));
  const list = (): Promise<readonly Depot[]> => Promise.resolve(depots);
  const kea: Vehicle = { vehicleId: 11, name: 'Kea', rentalDailyRate: 90, imageUrl: '' };
  const {
    availability = async () => [kea],
    accessories = async () => [],
    insuranceTypes = async () => [],
  } = of;
  const service: Client = {
    depots: async () => [...depots],
    availability: async (trip) => {
      requests.push(availabilityKey(trip));
      const vehicles = await availability(trip);
      for (const { vehicleId: id, name } of vehicles) seen.set(id, { id, name });
      return vehicles;
    },
    accessories: async (id, dates) => {
      requests.push(extrasKey('accessories', id, dates));
      return accessories(id, dates);
    },
    insuranceTypes: async (id, dates) => {
      requests.push(extrasKey('insurance-types', id, dates));
      return insuranceTypes(id, dates);
    },
    quote: async (selection) => {
      requests.push(`${quoteKey(selection)} ${selection.vehicleId}`);
      quoted.push(selection);
      return of.price?.(selection) ?? quoteOf(90);
    },
  };
  const session: Session = {
    operator: {
      name: 'memory',
      timeZone: 'UTC',
      limit: { requests: 100, windowMs: 60_000 },
      sandbox: false,
      baseUrl: new URL('http://127.0.0.1/api'),
      siteUrl: new URL('http://127.0.0.1'),
    },
    service,
    depots: {
      list,
      fresh: list,
      stored: list,
      known: () => depots,
      requests: () => 1,
      isStored: false,
    },
    seenVehicles: async () => [...seen.values()],
    everSeenVehicles: async () => [...seen.values()],
    chargedDays: noChargedDays,
    answers: async () => unstored(service),
    now: () => Date.parse(today),
    today: () => today,
    allowance: () => ({ limit: 100, windowMs: 60_000, free: 100 }),
    retries: 0,
    pause: async () => false,
  };
  return { session, quoted, requests };
}

/** Nothing is stored. */
function unstored(service: Client): CompareAnswers {
  const fresh = async <T>(answer: Promise<T>) => ({ value: await answer, storedAt: undefined });
  return {
    isKnown: () => false,
    availability: (trip) => fresh(service.availability(trip)),
    accessories: (id, dates) => fresh(service.accessories(id, dates)),
    insuranceTypes: (id, dates) => fresh(service.insuranceTypes(id, dates)),
    quote: (selection) => fresh(service.quote(selection)),
  };
}
