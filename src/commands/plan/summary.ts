/** What is known so far, in one line above each question. */
import type { CalendarDate, Depot } from '../../api/types.ts';
import { formatDate, nights } from '../../planner/calendar.ts';
import { labelOf } from '../../planner/labels.ts';
import { labelOfVehicle } from '../../planner/selection.ts';
import { escapeText } from '../../terminal/escape.ts';
import { textWidth, truncate } from '../../terminal/width.ts';
import { plural } from '../../text.ts';
import { describeNights } from '../shared/trip-words.ts';
import type { Draft } from './draft.ts';

/** The least room for the names of the depots. */
const leastForPlaces = 16;

/** `Auckland → Queenstown · Sun 20 – Mon 28 Dec (8 nights) · Hiace · 2 extras`; if it is too wide, the depots give way first. */
export function summaryLine(draft: Draft, depots: readonly Depot[], today: CalendarDate, columns: number): string {
  const { vehicle, vehicles = [] } = draft;
  const rest = [
    daysOf(draft, today),
    vehicle === undefined ? '' : escapeText(labelOfVehicle(vehicle, vehicles)),
    extrasOf(draft),
  ].filter((part) => part !== '');
  const used = textWidth(rest.map((part) => ` · ${part}`).join(''));
  return [placesOf(draft, depots, Math.max(leastForPlaces, columns - used)), ...rest].join(' · ');
}

function placesOf({ pickUp, dropOff }: Draft, depots: readonly Depot[], columns: number): string {
  const places = [pickUp, dropOff?.id === pickUp?.id ? undefined : dropOff].filter((depot) => depot !== undefined);
  const names = places.map((depot) => escapeText(labelOf(depot, depots)));
  const arrow = ' → ';
  if (textWidth(names.join(arrow)) <= columns) return names.join(arrow);
  const each = Math.floor((columns - arrow.length * (names.length - 1)) / names.length);
  return names.map((name) => truncate(name, each)).join(arrow);
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
