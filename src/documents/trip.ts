/** Parts of documents about trips. */
import * as z from 'zod/mini';
import { quoteSchema } from '../api/schemas.ts';
import { count, date, described, id, text } from './document.ts';

export const selection = described(
  z.strictObject({
    pick_up_depot_id: id,
    drop_off_depot_id: id,
    pick_up_date: date,
    drop_off_date: date,
    vehicle_id: id,
    accessory_ids: z.array(id),
    insurance_id: z.nullable(id),
  }),
  'What the quote was asked for, in the parameter names of the interface',
);

const warningShape = {
  purpose: z.enum(['pick-up', 'drop-off']),
  depotId: id,
  depot: text,
  date,
  nearest: described(z.array(date), 'The nearest days with times'),
  message: text,
};

export type SelectionDocument = z.infer<typeof selection>;

const unproven = z.strictObject({
  kind: z.enum(['accessory', 'insurance']),
  id,
  name: described(z.optional(text), 'As the service lists it, if it was looked up'),
  quantity: described(count, 'How many were asked for'),
  priced: described(count, 'How many of them the quote shows'),
  message: text,
});

/** Absent if there are none. */
export const warnings = described(
  z.optional(z.array(z.union([z.strictObject(warningShape), unproven]))),
  'Days of the trip on which a depot lists no times, and extras that were asked for and the quote lacks',
);

export const sweepWarnings = z.optional(z.array(z.strictObject({ operator: text, ...warningShape })));

export const checkoutUrl = described(text, 'Opens the booking page with the choices filled in');

/** If the service sends a field with one of our names, this holds what it sent. */
export const quoteAsServed = described(
  z.optional(quoteSchema),
  'The quote as served, if it has a field with one of our names',
);
