/** Asks again what trips ask, keeps the answers, and says what has changed. */
import { maxTotalOf } from '../../cli/trip-flags.ts';
import type { CommandResult } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { columnsOf } from '../../documents/records.ts';
import { tripChecks } from '../../documents/trips.ts';
import { exitCodeOfAll } from '../../base/errors.ts';
import { fieldText } from '../../base/field-text.ts';
import { changeOfMoney, formatMoney, moneyInWords } from '../../base/money.ts';
import { answer, type Block, type Column } from '../../result.ts';
import { changesBetween } from '../../trips/changes.ts';
import { isFailure } from '../../trips/news.ts';
import { tripName } from '../../trips/folder.ts';
import { listTrips, readTrip } from '../../trips/store.ts';
import { factsOf, type Reply } from '../../trips/answer.ts';
import type { Trip } from '../../trips/trip.ts';
import { ask } from './ask.ts';
import type { TripsOptions } from './flags.ts';
import { answerExitCode, tooDear } from './judge.ts';
import { endInWords } from './list.ts';

interface Checked {
  readonly trip: Trip;
  readonly now: Reply;
  readonly changes: Changes;
}

type Changes = ReturnType<typeof changesBetween>;

export async function check(options: TripsOptions, context: Context): Promise<CommandResult> {
  const most = maxTotalOf(options);
  const checked: Checked[] = [];
  for (const trip of namedTrips(options, context)) {
    const now = await ask(trip, context);
    // What was not answered has not changed. The document can be of an answer before the one that had no price.
    const known = trip.answers.findLast(({ end }) => !isFailure(end));
    checked.push({ trip, now, changes: isFailure(now.end) ? [] : changesBetween(known?.price && trip, now.asked) });
    context.warn(...tooDear(now, most).map((words) => fieldText('{trip}: {words}', { trip: trip.name, words })));
  }
  const result = answer(tripChecks, {
    value: checked.map(({ trip, now, changes }) => ({ ...factsOf(trip.name, now), changes })),
    columns: columnsOf(tripChecks, {
      changes: { flat: ({ changes }) => (changes as Changes).map(changeInWords).join('; ') },
    }),
    view: () => (checked.length === 0 ? [text('No trip is saved.')] : checked.flatMap(viewOf)),
    exitCode: exitCodeOfAll(checked.map(({ now }) => answerExitCode(now, most))),
  });
  return { ...result, replies: new Map(checked.map(({ trip, now }) => [trip.name, now])) };
}

/** `a,b`, or all; with `--all`, one that cannot be read is a warning. Throws UsageError. */
export function namedTrips({ name, all }: TripsOptions, { io, warn }: Pick<Context, 'io' | 'warn'>): readonly Trip[] {
  if (all === true) return listTrips(io.env, warn);
  return [...new Set(name.split(',').map(tripName))].map((one) => readTrip(io.env, one));
}

function viewOf({ trip: { name }, now, changes }: Checked): Block[] {
  const { end, price, reason } = now;
  const same = price === undefined ? 'The last answer had no price, either.' : 'Nothing has changed.';
  const unchanged = isFailure(end) ? `rental trips show ${name} prints the last answer.` : same;
  return [
    { ...text(`${name}: ${endInWords(now)}`), style: 'heading' },
    ...(price === undefined ? [] : [text(price.label)]),
    ...(reason === undefined ? [] : [{ ...text(reason), style: 'warning' } as const]),
    changes.length > 0 ? { kind: 'table', rows: changes, columns } : text(unchanged),
    ...(price === undefined ? [] : [{ ...text(price.checkoutUrl), isAddress: true }]),
  ];
}

const shown = (value: unknown): string => (typeof value === 'number' ? moneyInWords(value) : String(value ?? '–'));

const columns: readonly Column[] = [
  { key: 'field', header: 'WHAT', flexible: 18, show: ({ field }) => fieldInWords(String(field)) },
  { key: 'before', header: 'BEFORE', show: ({ before }) => shown(before) },
  { key: 'after', header: 'NOW', show: ({ after }) => shown(after) },
  {
    key: 'difference',
    header: 'CHANGE',
    show: ({ difference }) => (difference === null ? '' : changeOfMoney(Number(difference))),
  },
];

/** In one line for a pipe: `route fee 0.00 -> 40.00 (+40.00)`. */
function changeInWords({ field, before, after, difference }: Changes[number]): string {
  const [was, is] = [before, after].map((value) =>
    typeof value === 'number' ? formatMoney(value) : (value ?? 'none'),
  );
  const change = difference === null ? '' : ` (${difference < 0 ? '' : '+'}${formatMoney(difference)})`;
  return `${fieldInWords(field)} ${was} -> ${is}${change}`;
}

/** `routeFee` → `route fee`, `accessories.Child seat` → `Child seat`. */
function fieldInWords(field: string): string {
  const [, extra] = /^\w+\.(.*)/s.exec(field) ?? [];
  return extra ?? field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function text(words: string) {
  return { kind: 'text', text: words } as const;
}
