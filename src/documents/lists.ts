/** The documents of the commands that list what an operator has. */
import * as answers from '../api/answers.ts';
import type { DocumentShape } from '../shape.ts';

export const depots = {
  title: 'Depots',
  description: 'The depots as served, with the ids that other commands take',
  value: answers.depots,
  records: [{ item: answers.depot }],
} satisfies DocumentShape;

export const availability = {
  title: 'Available vehicles',
  description: 'The vehicles that are free for the trip, as served; rates are NZD a day',
  value: answers.vehicles,
  records: [{ item: answers.vehicle }],
} satisfies DocumentShape;
