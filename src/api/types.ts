/** The words of the service, for `import type`: nothing here loads zod. */
import type { z } from 'zod';
import type * as schemas from './schemas.ts';

export type DepotTime = z.infer<typeof schemas.depotTimeSchema>;
export type Depot = z.infer<typeof schemas.depotSchema>;
export type Vehicle = z.infer<typeof schemas.vehicleSchema>;
export type Accessory = z.infer<typeof schemas.accessorySchema>;
export type InsurancePlan = z.infer<typeof schemas.insurancePlanSchema>;
export type Quote = z.infer<typeof schemas.quoteSchema>;

/** A day of the calendar, `YYYY-MM-DD`, years 0001 to 9999; no time, no time zone. */
export type CalendarDate = `${number}-${number}-${number}`;

export interface RentalDates {
  readonly pickUpDate: CalendarDate;
  readonly dropOffDate: CalendarDate;
}

/** What `GET /vehicles/availability` is asked with. */
export interface Trip extends RentalDates {
  readonly pickUpDepotId: number;
  readonly dropOffDepotId: number;
}

/** What `GET /quotes` is asked with. */
export interface Selection extends Trip {
  readonly vehicleId: number;
  /** An id as often as it is wanted; its quantity in the quote. */
  readonly accessoryIds: readonly number[];
  readonly insuranceId?: number | undefined;
}
