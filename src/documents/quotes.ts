/** The documents of the commands that price or book one trip. */
import * as z from 'zod/mini';
import { accessoriesSchema, depotsSchema, insurancePlansSchema, quoteSchema, vehiclesSchema } from '../api/schemas.ts';
import { amount, date, described, id, instant, served, text, type DocumentSchema } from './document.ts';
import { checkoutUrl, quoteAsServed, selection, warnings } from './trip.ts';

const vehicle = described(z.optional(z.strictObject({ id, name: text })), 'Only if it was looked up by name');

const quoteRecord = {
  quoteId: text,
  totalAmount: amount,
  currency: text,
  rentalFee: amount,
  routeFee: amount,
  accessoriesFee: amount,
  insuranceFee: amount,
  expiresAt: instant,
  checkoutUrl,
};

export const quote: DocumentSchema = {
  title: 'Quote',
  description: 'The quote as served, with what was asked for and the checkout link',
  document: served(quoteSchema, { vehicle, selection, checkoutUrl, warnings, quote: quoteAsServed }),
  record: z.strictObject(quoteRecord),
};

const stop = z.strictObject({ depot: depotsSchema.def.element, date });

export const plan: DocumentSchema = {
  title: 'Plan',
  description: 'A whole rental: operator, trip, vehicle, extras, quote and checkout link',
  document: z.strictObject({
    operator: z.strictObject({ name: text, baseUrl: text, siteUrl: text }),
    pickUp: stop,
    dropOff: stop,
    vehicle: vehiclesSchema.def.element,
    accessories: z.array(served(accessoriesSchema.def.element, { quantity: z.int() })),
    insurance: z.nullable(insurancePlansSchema.def.element),
    quote: quoteSchema,
    checkoutUrl,
    warnings,
  }),
  record: z.strictObject({ ...quoteRecord, vehicle: text }),
};

const link = { kind: z.enum(['search', 'checkout']), url: text };

export const bookLink: DocumentSchema = {
  title: 'Booking link',
  description: "The link to the website's search page, or to the checkout of a vehicle",
  document: z.strictObject({ ...link, vehicle }),
  record: z.strictObject(link),
};
