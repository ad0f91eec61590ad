/** Requests that are wrong on purpose: what the service says about them shows whether it checks its parameters. */
import type { Selection, Trip } from '../api/types.ts';
import { given, isThere, skip, type Asked, type Missing } from './asked.ts';
import type { AskedExtras, AskedQuotes } from './quotes.ts';
import { extrasRequest, groups, quoteRequest, searchRequest, type ExtraKind, type Right } from './requests.ts';
import type { Sender } from './sender.ts';

/** What right requests are made of; each becomes wrong when one of its parameters is changed. */
interface RightRequests {
  readonly trip: Trip | Missing;
  readonly free: readonly Selection[] | Missing;
  readonly quotes: AskedQuotes | Missing;
  readonly extras: Readonly<Record<ExtraKind, AskedExtras>>;
}

export interface WrongRequest {
  /** The rule that judges it. */
  readonly rule: string;
  /** The parameter that is wrong. */
  readonly name: string;
  /** Undefined if it is left out. */
  readonly value: string | undefined;
  readonly asked: Asked;
}

type Wrong = (right: string) => string;
/** The parameter of a right request that is left out, or becomes wrong, in the second way only if the first is accepted. */
type Row = readonly [rule: string, right: Right | Missing, name: string, ...values: Wrong[]];

const required = ['pick_up_depot_id', 'drop_off_depot_id', 'pick_up_date', 'drop_off_date'] as const;
const noDate: Wrong = () => 'not-a-date';
/** Red, a bell and a C1 control sequence, which would change a terminal that shows the response. */
const controls: Wrong = () => '2026\u001b[31m\u0007\u009b';
/** Programs that read numbers loosely take it for the id. */
const loose: Wrong = (id) => `${id}abc`;
const absentDay: Wrong = (date) => `${Number(date.slice(0, 4)) + (date.slice(5) < '02-28' ? 0 : 1)}-02-30`;

export async function askWrong(send: Sender, requests: RightRequests): Promise<WrongRequest[]> {
  const wrong: WrongRequest[] = [];
  for (const [rule, right, name, ...ways] of rowsOf(requests))
    for (const way of ways.length > 0 ? ways : [undefined]) {
      const value = way?.(isThere(right) ? valueIn(right, name) : '');
      const asked = await send.api(given(right, (one) => changed(one, name, value)));
      wrong.push({ rule, name, value, asked });
      if (!isThere(asked) || (asked.status !== 200 && asked.status !== 404)) break;
    }
  return wrong;
}

/** A day that no calendar has. */
export function isAbsentDay({ value }: WrongRequest): boolean {
  return value?.endsWith('-02-30') === true;
}

/** One date and one id of each endpoint, each time another parameter. */
function rowsOf({ trip, free, quotes: quoted, extras }: RightRequests): Row[] {
  const availability = given(trip, searchRequest);
  const quotes = given(quoted, ({ selection }) => quoteRequest(selection));
  // If the endpoint refuses right requests too, another rule reports it.
  const right = (kind: ExtraKind): Right | Missing =>
    given(extras[kind].dated, ({ status }) =>
      status === 200
        ? given(free, ([one]) => extrasRequest(kind, one as Selection))
        : skip(`no ${kind} to ask about`, `${groups[kind]}-answer`),
    );
  // Any id will do if there is no vehicle.
  const path = (kind: ExtraKind): Right | Missing =>
    isThere(free) ? right(kind) : { path: `/vehicles/1/${kind}`, parameters: {} };
  return [
    ...required.map((name): Row => ['errors-availability-missing', availability, name]),
    ...[...required, 'vehicle_id'].map((name): Row => ['errors-quotes-missing', quotes, name]),
    ['errors-date', availability, 'pick_up_date', controls],
    // Some programs read 30 February as 2 March, so only a text that is not a date proves that they check none.
    ['errors-date', quotes, 'drop_off_date', absentDay, noDate],
    ['errors-date', right('accessories'), 'pick_up_date', noDate],
    ['errors-date', right('insurance-types'), 'drop_off_date', noDate],
    ['errors-id', availability, 'drop_off_depot_id', loose],
    ['errors-id', quotes, 'vehicle_id', loose],
    ['errors-id', quotes, 'insurance_id', () => loose('1')],
    ['errors-path-id', path('accessories'), 'vehicleId', loose],
    ['errors-path-id', path('insurance-types'), 'vehicleId', loose],
  ];
}

function valueIn({ path, parameters }: Right, name: string): string {
  return name === 'vehicleId' ? (path.split('/')[2] ?? '') : String(parameters[name]);
}

function changed({ path, parameters }: Right, name: string, value: string | undefined): Right {
  if (name !== 'vehicleId') return { path, parameters: { ...parameters, [name]: value } };
  return { path: path.replace(/[^/]+(?=\/[^/]+$)/, value ?? ''), parameters };
}
