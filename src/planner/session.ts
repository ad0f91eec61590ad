/**
 * What the planner needs to plan with one operator. `src/operators` opens sessions to real ones; a
 * test can make its own.
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

/** Of the built-in operator. */
export type SandboxVariant = 'a' | 'b';

export interface Operator {
  readonly name: string;
  /** The five endpoints are under it; no query, no fragment. */
  readonly baseUrl: URL;
  /**
   * What gave the base address, and where: `--base-url`. Undefined: a saved trip, or a built-in
   * operator.
   */
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
  /** It answers in this process, without a connection. */
  readonly local?: SandboxVariant | undefined;
}

export interface Session {
  readonly operator: Operator;
  readonly service: Client;
  readonly depots: DepotDirectory;
  /**
   * Vehicles seen in earlier answers. A list of available vehicles is never the whole fleet, so
   * this helps to tell names apart.
   */
  seenVehicles(): Promise<readonly Named[]>;
  /**
   * Also those that are no longer called so, and those of stored answers that do not count in this
   * run.
   */
  everSeenVehicles(): Promise<readonly Named[]>;
  /** Learned from quotes of this and earlier runs. */
  readonly chargedDays: ChargedDays;
  /**
   * For a comparison that begins now. `onSend` is called before each request, which is not sent if
   * it throws.
   */
  answers(onSend: () => void): Promise<CompareAnswers>;
  /** Epoch ms. */
  now(): number;
  /** The operator's day. */
  today(): CalendarDate;
  /** What is left of the request limit. */
  allowance(): Allowance;
  /** How often a request that failed is sent again. */
  readonly retries: number;
  /**
   * Waits and tells the user why; resolves with false at once if the user allows no wait of `ms`.
   * Rejects with the signal's reason.
   */
  pause(reason: string, ms: number, signal: AbortSignal): Promise<boolean>;
}

/** Depots for looking names up. */
export interface DepotDirectory {
  /** A stored list if it is new enough, else the service's answer; asked for once. */
  list(): Promise<readonly Depot[]>;
  /** The service's answer in this run; a stored list only if the service cannot be reached. */
  fresh(): Promise<readonly Depot[]>;
  /**
   * The depots listed so far, or else a stored list if it is new enough. Sends nothing, and is
   * empty if there is no such list.
   */
  stored(): Promise<readonly Depot[]>;
  /** The depots listed so far, also those of a stored list; empty while only ids were used. */
  known(): readonly Depot[];
  /** Requests that listing them has taken so far. */
  requests(): number;
  /** A later run finds the list stored. */
  readonly isStored: boolean;
}

/** The answer of the service, or a stored one. */
export interface Answer<T> {
  readonly value: T;
  /** When it came, epoch ms, if that was before this comparison began. */
  readonly storedAt: number | undefined;
}

/**
 * Asks for a comparison. Each answer is stored for a short time, a quote until it expires, so that
 * the comparison goes on after an interruption. Each method that asks throws what the service
 * throws.
 */
export interface CompareAnswers {
  /** Whether the availability is stored. */
  isKnown(trip: Trip): boolean;
  /** Whether the quote is stored, and was of a vehicle with this name. */
  hasQuote(selection: Selection, name: string): boolean;
  availability(trip: Trip): Promise<Answer<readonly Vehicle[]>>;
  accessories(vehicleId: number, dates: RentalDates): Promise<Answer<readonly Accessory[]>>;
  insuranceTypes(vehicleId: number, dates: RentalDates): Promise<Answer<readonly InsurancePlan[]>>;
  /** `name`: of the vehicle. A quote that is stored for one with another name does not count. */
  quote(selection: Selection, name: string): Promise<Answer<Quote>>;
}

export interface Allowance {
  /** Requests a window. */
  readonly limit: number;
  readonly windowMs: number;
  /** Requests that can be sent at once. */
  readonly free: number;
}

/**
 * ms until the last of `requests` can be sent: free requests go at once, then as many as the limit
 * allows each window.
 */
export function sendingMs(requests: number, { limit, windowMs, free }: Allowance): number {
  return requests <= free ? 0 : Math.ceil((requests - free) / limit) * windowMs;
}
