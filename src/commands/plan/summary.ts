/** What is known so far, in one line above each question. */
import type { CalendarDate, Depot } from '../../api/types.ts';
import { formatDate, nights } from '../../planner/calendar.ts';
import { labelOf } from '../../planner/labels.ts';
import { labelOfVehicle } from '../../planner/selection.ts';
import type { Headline } from '../../terminal/questions.ts';
import { plural } from '../../text.ts';
import { describeNights } from '../../planner/trip-words.ts';
import type { Draft } from './draft.ts';

export function summaryOf(draft: Draft, depots: readonly Depot[], today: CalendarDate): Headline {
  const { pickUp, dropOff, vehicle, vehicles = [] } = draft;
  const places = [pickUp, dropOff?.id === pickUp?.id ? undefined : dropOff].filter((depot) => depot !== undefined);
  const facts = [daysOf(draft, today), vehicle === undefined ? '' : labelOfVehicle(vehicle, vehicles), extrasOf(draft)];
  return { places: places.map((depot) => labelOf(depot, depots)), facts: facts.filter((fact) => fact !== '') };
}

function daysOf({ pickUpDate: from, dropOffDate: to }: Draft, today: CalendarDate): string {
  if (from === undefined) return '';
  const year = (date: CalendarDate): string => date.slice(0, 4);
  const short = (date: CalendarDate): string => formatDate(date).slice(0, year(date) === year(today) ? -5 : undefined);
  if (to === undefined) return `from ${short(from)}`;
  // `Sun 20`: the month and the year follow.
  const start = from.slice(0, 7) === to.slice(0, 7) ? formatDate(from).split(' ').slice(0, 2).join(' ') : short(from);
  const count = nights(from, to);
  return count === 0 ? `${short(from)} (same day)` : `${start} – ${short(to)} (${describeNights(count)})`;
}

function extrasOf({ accessories = [], insurance }: Draft): string {
  const pieces = accessories.reduce((sum, { quantity }) => sum + quantity, 0);
  const count = pieces + (insurance ? 1 : 0);
  return count === 0 ? '' : plural(count, 'extra');
}
