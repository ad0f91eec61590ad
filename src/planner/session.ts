/**
 * What the planner needs of one operator. `src/operators` opens sessions; a test can make its own.
 */
import type { Client } from '../api/client.ts';
import type {
  Accessory,
  CalendarDate,
  Depot,
  InsurancePlan,
  Quote,
  RentalDates,
  Selection,
  Trip,
  Vehicle,
} from '../api/types.ts';
import type { ChargedDays } from './charged-days.ts';
import type { Named } from './names.ts';

/** A request limit: `requests` in any `windowMs`. */
export interface RequestLimit {
  readonly requests: number;
  readonly windowMs: number;
}

/** The built-in operator has two price lists. */
export type SandboxVariant = 'a' | 'b';

export interface Operator {
  readonly name: string;
  /** The five endpoints are under it; no query, no fragment. */
  readonly baseUrl: URL;
  /** Where the base address was set. Undefined for a saved trip and the built-in operator. */
  readonly baseUrlFrom?: { readonly source: string; readonly place: string } | undefined;
  /** The website: `/book` is under it. */
  readonly siteUrl: URL;
  /** The website was not given: `siteUrl` is the origin of `baseUrl`, where it often is. */
  readonly siteIsAssumed?: boolean | undefined;
  /** IANA time zone of the operator's day. */
  readonly timeZone: string;
  readonly limit: RequestLimit;
  /**
   * A server on which machines share the request budget, as the configuration has it. It can hold a
   * password: do not print it.
   */
  readonly budgetUrl?: string | undefined;
  /** The built-in operator: sample data, and `rental sandbox` as its website. */
  readonly sandbox: boolean;
  /** Which of the built-in operators answers in this process, without a connection. */
  readonly sandboxVariant?: SandboxVariant | undefined;
}

export interface Session {
  readonly operator: Operator;
  readonly service: Client;
  readonly depots: DepotDirectory;
  /** Vehicles of earlier answers: a list of available vehicles is never the whole fleet. */
  seenVehicles(): Promise<readonly Named[]>;
  /** These, also under former names, and those of stored answers that are too old for this run. */
  everSeenVehicles(): Promise<readonly Named[]>;
  /** Learned from quotes of this and earlier runs. */
  readonly chargedDays: ChargedDays;
  /**
   * The answers for a comparison that begins now. `allowSend` is called before each request, and
   * throws to refuse it.
   */
  answers(allowSend: () => void): Promise<CompareAnswers>;
  /** Epoch ms. */
  now(): number;
  /** The operator's day. */
  today(): CalendarDate;
  /** What is left of the request limit. */
  allowance(): Allowance;
  /** How often a failed request is sent again. */
  readonly retries: number;
  /**
   * Waits and tells the user why; resolves with false at once if the user allows no wait of `ms`.
   * Rejects with the signal's reason.
   */
  pause(reason: string, ms: number, signal: AbortSignal): Promise<boolean>;
}

export interface DepotDirectory {
  /** A stored list if it is new enough, else the service's answer; asked for once. */
  list(): Promise<readonly Depot[]>;
  /** The service's answer in this run; a stored list only if the service cannot be reached. */
  fresh(): Promise<readonly Depot[]>;
  /** As `list`, but sends nothing: empty if no list is known or stored. */
  stored(): Promise<readonly Depot[]>;
  /** The depots that were listed or read from the store so far. */
  known(): readonly Depot[];
  /** How many requests for the list were sent so far. */
  requests(): number;
  /** A later run finds the list stored. */
  readonly isStored: boolean;
}

/** An answer of the service, which can be a stored one. */
export interface CompareAnswer<T> {
  readonly value: T;
  /** When it came, epoch ms, if that was before this comparison began. */
  readonly storedAt: number | undefined;
}

/**
 * The requests of a comparison. Answers are stored for a short time, quotes until they expire, so
 * that an interrupted comparison can continue. The methods throw what the service throws.
 */
export interface CompareAnswers {
  /** Whether `availability` would be answered from the store. */
  isKnown(trip: Trip): boolean;
  availability(trip: Trip): Promise<CompareAnswer<readonly Vehicle[]>>;
  accessories(vehicleId: number, dates: RentalDates): Promise<CompareAnswer<readonly Accessory[]>>;
  insuranceTypes(
    vehicleId: number,
    dates: RentalDates,
  ): Promise<CompareAnswer<readonly InsurancePlan[]>>;
  /** `name`: of the vehicle. A quote that was stored for another name is not used. */
  quote(selection: Selection, name: string): Promise<CompareAnswer<Quote>>;
}

export interface Allowance {
  /** Requests a window. */
  readonly limit: number;
  readonly windowMs: number;
  /** Requests that can be sent at once. */
  readonly free: number;
}

/** ms until the last of `requests` can be sent: the free ones now, then `limit` in each window. */
export function sendingMs(requests: number, { limit, windowMs, free }: Allowance): number {
  return requests <= free ? 0 : Math.ceil((requests - free) / limit) * windowMs;
}
