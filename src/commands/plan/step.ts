import type { Client } from '../../api/client.ts';
import type { CalendarDate, Depot } from '../../api/types.ts';
import type { Operator } from '../../operators/operator.ts';
import type { Prompts } from '../../terminal/prompts.ts';
import type { Draft } from './draft.ts';

export type PlanClient = Pick<Client, 'availability' | 'accessories' | 'insuranceTypes' | 'quote'>;

/** What steps work with. */
export interface Desk {
  readonly prompts: Prompts;
  readonly client: PlanClient;
  depots(): Promise<readonly Depot[]>;
  readonly operator: Operator;
  /** At the operator's. */
  readonly today: CalendarDate;
  /** Epoch ms. */
  now(): number;
  /** Of the terminal that is asked at. */
  columns(): number;
  open(url: string): Promise<void>;
}

export interface Step {
  readonly name: string;
  /** Whether there is anything to do, given what is known. */
  needed(draft: Draft): boolean;
  /** Asks, or loads; the draft with one thing more, or one that was given up. */
  take(draft: Draft, desk: Desk): Promise<Draft>;
}
