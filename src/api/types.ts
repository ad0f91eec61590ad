/** The types of the service. `import type` does not load zod. */
import type * as z from 'zod/mini';
import type * as schemas from './schemas.ts';

export type Depot = z.infer<typeof schemas.depotsSchema>[number];
export type DepotTime = Depot['pickup_times'][number];
export type Vehicle = z.infer<typeof schemas.vehiclesSchema>[number];
export type Accessory = z.infer<typeof schemas.accessoriesSchema>[number];
export type InsurancePlan = z.infer<typeof schemas.insurancePlansSchema>[number];
export type Quote = z.infer<typeof schemas.quoteSchema>;

/** A calendar day without a time zone, `YYYY-MM-DD`, years 0001 to 9999. */
export type CalendarDate = `${number}-${number}-${number}`;

export interface RentalDates {
  readonly pickUpDate: CalendarDate;
  readonly dropOffDate: CalendarDate;
}

/** The parameters of `GET /vehicles/availability`. */
export interface Trip extends RentalDates {
  readonly pickUpDepotId: number;
  readonly dropOffDepotId: number;
}

/** The parameters of `GET /quotes`. */
export interface Selection extends Trip {
  readonly vehicleId: number;
  /** Repeats an id once for each piece, which is its quantity in the quote. */
  readonly accessoryIds: readonly number[];
  readonly insuranceId?: number | undefined;
}
