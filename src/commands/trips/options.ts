import type { Grouping } from '../../planner/sweep/groups.ts';

/** What every action of `rental trips` gets. */
export interface TripsOptions {
  readonly name: string;
  readonly all?: boolean | undefined;
  readonly view?: 'table' | 'calendar' | undefined;
  readonly groupBy?: Grouping | undefined;
  readonly limit?: number | undefined;
  readonly maxTotal?: string | undefined;
  readonly ics?: string | undefined;
  readonly qr?: boolean | undefined;
  readonly report?: string | undefined;
  readonly every?: number | undefined;
  readonly once?: boolean | undefined;
  readonly target?: readonly string[] | undefined;
  readonly minDrop?: string | undefined;
  readonly exec?: readonly string[] | undefined;
}
