/** Requests that are wrong on purpose: what the service says about them shows whether it checks its parameters. */
import { quoteParameters, tripParameters, type Parameters } from '../api/links.ts';
import type { Trip } from '../api/types.ts';
import { given, isThere, skip, type Asked, type Missing } from './asked.ts';
import { extrasPath, type AskedExtras } from './extras.ts';
import { isFreeNow, isNotAvailable, type AskedQuotes } from './quotes.ts';
import type { Sender } from './sender.ts';

/** What right requests are made of; each becomes wrong when one of its parameters is changed. */
export interface RightRequests {
  readonly trip: Trip | Missing;
  readonly quotes: AskedQuotes | Missing;
  readonly accessories: AskedExtras;
  readonly plans: AskedExtras;
}

export interface WrongRequest {
  /** The rule that judges it. */
  readonly rule: string;
  /** The parameter that is wrong. */
  readonly name: string;
  /** Undefined if it is left out. */
  readonly value: string | undefined;
  readonly asked: Asked;
  /** The vehicle was free, and is not free any more: of a request that is wrong in two ways, both reasons are right. */
  readonly isTaken: boolean;
}

interface Right {
  readonly path: string;
  readonly parameters: Parameters;
}

/** What is asked: the right request with another value of one parameter, or without it. */
type Row = readonly [rule: string, right: Right | Missing, name: string, value?: string];

const required = ['pick_up_depot_id', 'drop_off_depot_id', 'pick_up_date', 'drop_off_date'] as const;
/** Red, a bell and a C1 control sequence, which would change a terminal that shows the response. */
const controls = '\u001b[31m\u0007\u009b';
const noDate = 'not-a-date';
/** Behind a right id: programs that read numbers loosely take it for the id. */
const letters = 'abc';

export async function askWrong(send: Sender, requests: RightRequests): Promise<WrongRequest[]> {
  const asked: WrongRequest[] = [];
  for (const row of rowsOf(requests)) {
    const wrong = await ask(send, row, requests.quotes);
    asked.push(wrong);
    const [rule, right, name] = row;
    // Some programs read 30 February as 2 March, so only a text that is not a date proves that they check none.
    if (isAbsentDay(wrong) && given(wrong.asked, ({ status }) => status === 200 || status === 404) === true)
      asked.push(await ask(send, [rule, right, name, noDate], requests.quotes));
  }
  return asked;
}

/** A day that no calendar has. */
export function isAbsentDay({ value }: WrongRequest): boolean {
  return value?.endsWith('-02-30') === true;
}

/** One date and one id of each endpoint, each time another parameter. */
function rowsOf({ trip, quotes: asked, accessories, plans }: RightRequests): Row[] {
  const availability: Right | Missing = given(trip, (known) => {
    return { path: '/vehicles/availability', parameters: tripParameters(known) };
  });
  const quotes: Right | Missing = given(asked, ({ selection }) => {
    return { path: '/quotes', parameters: quoteParameters(selection) };
  });
  const valueIn = (right: Right | Missing, name: string): string =>
    String(given(right, ({ parameters }) => parameters[name]));
  return [
    ...required.map((name): Row => ['errors-availability-missing', availability, name]),
    ...[...required, 'vehicle_id'].map((name): Row => ['errors-quotes-missing', quotes, name]),
    ['errors-date', availability, 'pick_up_date', `2026${controls}`],
    ['errors-date', quotes, 'drop_off_date', absentDayAfter(valueIn(quotes, 'pick_up_date'))],
    ['errors-date', rightExtras(accessories), 'pick_up_date', noDate],
    ['errors-date', rightExtras(plans), 'drop_off_date', noDate],
    ['errors-id', availability, 'drop_off_depot_id', valueIn(availability, 'drop_off_depot_id') + letters],
    ['errors-id', quotes, 'vehicle_id', valueIn(quotes, 'vehicle_id') + letters],
    ['errors-id', quotes, 'insurance_id', `1${letters}`],
    ['errors-path-id', wrongVehicle(accessories), 'vehicleId', letters],
    ['errors-path-id', wrongVehicle(plans), 'vehicleId', letters],
  ];
}

function absentDayAfter(date: string): string {
  const year = Number(date.slice(0, 4)) + (date.slice(5) < '02-28' ? 0 : 1);
  return `${year}-02-30`;
}

/** If the endpoint refuses right requests too, another rule reports it. */
function rightExtras({ kind, group, dated, first }: AskedExtras): Right | Missing {
  return given(dated, ({ status }) => {
    if (status !== 200) return skip(`no ${kind} to ask about`, `${group}-answer`);
    return given(first, (vehicle): Right => extrasPath(kind, vehicle));
  });
}

/** With the dates of a trip, so that only the id is wrong; without them if there is no vehicle to compare with. */
function wrongVehicle(extras: AskedExtras): Right | Missing {
  if (!isThere(extras.first)) return { path: `/vehicles/1${letters}/${extras.kind}`, parameters: {} };
  return given(rightExtras(extras), ({ path, parameters }): Right => {
    return { path: path.replace(/\d+/, `$&${letters}`), parameters };
  });
}

async function ask(send: Sender, [rule, right, name, value]: Row, quotes: RightRequests['quotes']) {
  const asked = await given(right, ({ path, parameters }) =>
    send.api(path, name === 'vehicleId' ? parameters : { ...parameters, [name]: value }),
  );
  const isOfQuotes = isThere(right) && right.path === '/quotes';
  const isDoubtful = isOfQuotes && value !== undefined && isNotAvailable(asked) && isThere(quotes);
  return { rule, name, value, asked, isTaken: isDoubtful && !(await isFreeNow(send, quotes.selection)) };
}
