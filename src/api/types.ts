/** The types of the service. */
import type { CalendarDate, ValueOf } from '../shape.ts';
import type * as shapes from './served-shapes.ts';

export type Depot = ValueOf<typeof shapes.servedDepot>;
export type DepotTime = Depot['pickup_times'][number];
export type Vehicle = ValueOf<typeof shapes.servedVehicle>;
export type Accessory = ValueOf<typeof shapes.servedExtra>;
export type InsurancePlan = ValueOf<typeof shapes.servedExtra>;
export type Quote = ValueOf<typeof shapes.servedQuote>;
export type { CalendarDate };

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
