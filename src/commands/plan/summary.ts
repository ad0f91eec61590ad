/** What is known so far, in one line above each question. */
import type { CalendarDate, Depot } from '../../api/types.ts';
import { formatDate, nights } from '../../planner/calendar.ts';
import { labelOf } from '../../planner/labels.ts';
import { labelOfVehicle } from '../../planner/selection.ts';
import { plural } from '../../text.ts';
import { describeNights } from '../shared/trip-words.ts';
import type { Draft } from './draft.ts';

/** `Auckland → Queenstown · Sun 20 – Mon 28 Dec (8 nights) · Hiace · 2 extras`. */
export function summaryLine(draft: Draft, depots: readonly Depot[], today: CalendarDate): string {
  const { vehicle, vehicles = [] } = draft;
  const parts = [
    placesOf(draft, depots),
    daysOf(draft, today),
    vehicle === undefined ? '' : labelOfVehicle(vehicle, vehicles),
    extrasOf(draft),
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

function placesOf({ pickUp, dropOff }: Draft, depots: readonly Depot[]): string {
  if (pickUp === undefined) return '';
  const from = labelOf(pickUp, depots);
  return dropOff === undefined || dropOff.id === pickUp.id ? from : `${from} → ${labelOf(dropOff, depots)}`;
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
