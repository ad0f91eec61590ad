import type { Grouping } from '../../planner/sweep/groups.ts';

/** What every action of `rental trips` gets. */
export interface TripsOptions {
  readonly name: string;
  readonly newName?: string | undefined;
  readonly all?: boolean | undefined;
  readonly view?: 'table' | 'calendar' | undefined;
  readonly groupBy?: Grouping | undefined;
  readonly limit?: number | undefined;
  readonly maxTotal?: string | undefined;
}
