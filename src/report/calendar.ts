/** The cheapest total of each start day: a calendar for each number of nights, shaded by price. */
import type { CalendarDate } from '../api/types.ts';
import type { FailureDocument } from '../documents/compare.ts';
import { hasClosedDay, startOf, type PricedOffer } from '../documents/offers.ts';
import { addDays, formatDate, monthNames, nights, partsOf, weekdayNames, weekdayOf } from '../planner/calendar.ts';
import { moneyInWords } from '../planner/money.ts';
import { groupBy } from '../planner/sweep/rank.ts';
import { describeNights } from '../planner/trip-words.ts';
import { html, type Html } from './html.ts';
import { bigMoney } from './offers.ts';

export interface ListedOffer {
  readonly offer: PricedOffer;
  /** The name of its row in the list. */
  readonly row: string;
}

/** The rows that calendars lead to: the first offer of each day and number of nights. `offers` are of one currency, best first. */
export function calendarRows(offers: readonly PricedOffer[], rowOf: (offer: PricedOffer) => string): ListedOffer[] {
  const first = groupBy(offers, (offer) => `${offer.nights} ${startOf(offer)}`);
  return [...first.values()].flatMap(([offer]) => (offer === undefined ? [] : [{ offer, row: rowOf(offer) }]));
}

type Failure = Pick<FailureDocument, 'pick_up_date' | 'drop_off_date'>;

export function calendars(offers: readonly ListedOffer[], failures: readonly Failure[]): Html {
  const byNights = [...groupBy(offers, ({ offer }) => String(offer.nights))].sort(([a], [b]) => Number(a) - Number(b));
  return html`<div class="calendars">${byNights.map(([count, list]) => calendar(Number(count), list, failures))}</div>
    <p class="legend">
      <span class="key best">cheapest</span> <span class="key week">cheapest of its week</span>
      <span class="key h4">lower</span> <span class="key h2">to</span> <span class="key h0">higher</span>
      <span>– no offer</span>
      ${offers.some(isClosed) && html`<span>× a depot lists no times on a day</span>`}
      ${failures.length > 0 && html`<span>? not answered</span>`}
    </p>`;
}

function calendar(count: number, offers: readonly ListedOffer[], failures: readonly Failure[]): Html {
  const cheapest = new Map(offers.map((listed) => [startOf(listed.offer), listed]));
  const failed = new Set(failures.filter((one) => isOf(one, count)).map(({ pick_up_date: date }) => date));
  const weeks = weeksOf([...cheapest.keys(), ...([...failed] as CalendarDate[])]);
  const all = [...cheapest.values()];
  const range = { low: lowest(all), high: Math.max(...all.map(cost)) };
  const days = [...weekdayNames.slice(1), weekdayNames[0]];
  return html`<table class="calendar">
    <caption>
      ${describeNights(count)}
    </caption>
    <thead>
      <tr>
        <th scope="col">Week</th>
        ${days.map((day) => html`<th scope="col" abbr="${day}">${day.slice(0, 3)}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${weeks.map((week) => weekRow(week, { cheapest, failed, range }))}
    </tbody>
  </table>`;
}

interface Cells {
  readonly cheapest: ReadonlyMap<CalendarDate, ListedOffer>;
  readonly failed: ReadonlySet<string | null>;
  readonly range: { readonly low: number; readonly high: number };
}

function weekRow(week: readonly CalendarDate[], cells: Cells): Html {
  const own = week.flatMap((date) => cells.cheapest.get(date) ?? []);
  const [low, high] = [lowest(own), Math.max(...own.map(cost))];
  const best = own.find((one) => cost(one) === low);
  return html`<tr>
    <th scope="row">
      ${weekName(week)}${
        best !== undefined &&
        html`<a href="#${best.row}">from ${moneyInWords(best.offer.totalAmount)}</a>
          <small>${best.offer.vehicle.name}</small>`
      }
    </th>
    ${week.map((date, index) => dayCell(date, index === 0 || date.endsWith('-01'), low < high ? low : undefined, cells))}
  </tr>`;
}

const levels = 5;

function dayCell(
  date: CalendarDate,
  withMonth: boolean,
  low: number | undefined,
  { cheapest, failed, range }: Cells,
): Html {
  const day = html`<b>${withMonth ? dayAndMonth(date) : partsOf(date)[2]}</b>`;
  const listed = cheapest.get(date);
  if (listed === undefined) return html`<td class="none">${day}<span>${failed.has(date) ? '?' : '–'}</span></td>`;
  const { offer, row } = listed;
  const width = range.high - range.low;
  const level = width === 0 ? levels - 1 : Math.floor(((range.high - cost(listed)) / width) * (levels - 0.01));
  const isOpen = !isClosed(listed);
  const isBest = isOpen && cost(listed) === range.low;
  const isOfWeek = isOpen && cost(listed) === low;
  const mark = isBest ? ' best' : isOfWeek ? ' week' : '';
  const words = isBest ? 'cheapest of all' : isOfWeek ? 'cheapest of its week' : '';
  return html`<td class="h${level}${mark}">
    <a href="#${row}" title="${formatDate(date)}: ${offer.vehicle.name}">
      ${day}<span>${bigMoney(offer.totalAmount)}${!isOpen && '×'}</span>${words !== '' && html`<em>${words}</em>`}
    </a>
  </td>`;
}

/** From Monday; a week without any of the dates is left out. */
function weeksOf(dates: readonly CalendarDate[]): CalendarDate[][] {
  const mondays = dates.map((date) => addDays(date, -((weekdayOf(date) + 6) % 7)) ?? date);
  return [...new Set(mondays)]
    .sort()
    .map((monday) => Array.from({ length: 7 }, (_, day) => addDays(monday, day)).filter((date) => date !== undefined));
}

/** `7 – 13 Dec`. */
function weekName(week: readonly CalendarDate[]): string {
  const [from, to] = [dayAndMonth(week[0]), dayAndMonth(week.at(-1))];
  const [day = '', month = ''] = from.split(' ');
  return to.endsWith(month) ? `${day} – ${to}` : `${from} – ${to}`;
}

function dayAndMonth(date: CalendarDate | undefined): string {
  if (date === undefined) return '';
  const [, month, day] = partsOf(date);
  return `${day} ${(monthNames[month - 1] ?? '').slice(0, 3)}`;
}

function isOf({ pick_up_date: from, drop_off_date: to }: Failure, count: number): boolean {
  return from !== null && to !== null && nights(from as CalendarDate, to as CalendarDate) === count;
}

/** A shade needs no exact numbers. */
function cost({ offer }: ListedOffer): number {
  return Number(offer.totalAmount);
}

/** A depot lists no times on a day of it, so it is not the best. */
function isClosed({ offer }: ListedOffer): boolean {
  return hasClosedDay(offer);
}

function lowest(offers: readonly ListedOffer[]): number {
  return Math.min(...offers.filter((one) => !isClosed(one)).map(cost));
}
