/** Asks again what trips ask, keeps the answers, and says what has changed. */
import type { Context } from '../../cli/context.ts';
import { columnsOf } from '../../document.ts';
import { tripChecks } from '../../documents/trips.ts';
import { exitCodes, InterruptedError, OutputError, UsageError, type ExitCode, type RentalError } from '../../errors.ts';
import { formatMoney, isWithin, parseMost, type Most } from '../../planner/money.ts';
import { answer, type Block, type Column, type Result } from '../../result.ts';
import type { ValueOf } from '../../shape.ts';
import { fees } from '../../planner/receipt.ts';
import { isoInstant, plural, showMoney } from '../../text.ts';
import { changesBetween } from '../../trips/changes.ts';
import { tripName } from '../../trips/names.ts';
import { isFailure, isPrice } from '../../trips/news.ts';
import { bestOf } from '../../trips/price.ts';
import { addAnswer, listTrips, readTrip } from '../../trips/store.ts';
import { documentOf, type NewAnswer, type QuoteDocument, type Trip } from '../../trips/trip.ts';
import { showsView } from '../shared/noted-trip.ts';
import { ask } from './ask.ts';
import { changeInWords, totalInWords } from './list.ts';
import type { TripsOptions } from './options.ts';

type Check = ValueOf<typeof tripChecks.value>[number];

export async function check(options: TripsOptions, context: Context): Promise<Result> {
  const most = options.maxTotal === undefined ? undefined : parseMost(options.maxTotal, 'maxTotal');
  const { checks, answers, failure } = await checkAll(namedTrips(options, context), context);
  if (most !== undefined) context.note(...aboveNotes(checks, answers, most));
  // A view has them beside the price.
  if (!showsView(context))
    context.note(...checks.flatMap(({ name, warnings = [] }) => warnings.map((text) => `${name}: ${text}`)));
  const codes = answers.map((one) => exitCodeOf(one, most));
  return answer(tripChecks, {
    value: checks,
    // A list has no room in a line.
    columns: columnsOf(tripChecks, { changes: { plain: false }, warnings: { plain: false } }),
    view: checks.length === 0 ? [text('No trip is saved.')] : checks.flatMap(viewOf),
    exitCode:
      failure?.exitCode ?? [exitCodes.partial, exitCodes.no].find((code) => codes.includes(code)) ?? exitCodes.ok,
  });
}

/** `a,b`, or all; with `--all`, one that cannot be read is a warning. Throws UsageError. */
export function namedTrips({ name, all }: TripsOptions, { io, warn }: Pick<Context, 'io' | 'warn'>): readonly Trip[] {
  if (all === true) {
    const { trips, damaged } = listTrips(io.env);
    warn(...damaged);
    return trips;
  }
  const names = name.split(',').filter((one) => one.trim() !== '');
  if (names.length === 0) throw new UsageError('no trip is named', { hint: 'rental trips lists them' });
  return [...new Set(names.map(tripName))].map((one) => readTrip(io.env, one));
}

/** One after another: they can share the budget of an operator. After Ctrl-C, what was checked is still printed. */
async function checkAll(trips: readonly Trip[], context: Context) {
  let failure: RentalError | undefined;
  const [checks, answers, down]: [Check[], NewAnswer[], Map<string, NewAnswer>] = [[], [], new Map()];
  for (const trip of trips) {
    const { operators } = trip.question;
    const address = operators.length === 1 ? operators[0]?.baseUrl : undefined;
    const why = address === undefined ? undefined : down.get(address);
    try {
      // To ask again for each trip of an operator that is down would take the budget of whoever types, and minutes.
      const now = why === undefined ? await ask(trip.question, context) : { ...why, at: context.io.now() };
      if (address !== undefined && now.end === 'failed') down.set(address, now);
      checks.push(checkOf(trip, now));
      answers.push(now);
      await addAnswer(context.io.env, trip.name, now).catch((error: unknown) => {
        if (!(error instanceof OutputError)) throw error;
        // What was asked is printed all the same.
        context.warn(error.message);
        failure = error;
      });
    } catch (error) {
      const isInterrupted = error instanceof InterruptedError;
      if (!(isInterrupted && checks.length > 0)) throw error;
      context.note(`stopped early: ${checks.length} of ${plural(trips.length, 'trip')} checked`);
      return { checks, answers, failure: error };
    }
  }
  return { checks, answers, failure };
}

/** What was not answered has not changed. */
function checkOf({ name, question, first, last }: Trip, now: NewAnswer): Check {
  const current = now.end === 'priced' && now.document ? bestOf(question, now.document) : undefined;
  const since = (which: 'last' | 'first', kept: Trip['first']) => {
    const then = documentOf(question, kept);
    if (then === undefined || isFailure(now.end)) return [];
    return changesBetween(bestOf(question, then), current).map((change) => ({ since: which, ...change }));
  };
  const { reason, total = null, currency = null, label = null, checkoutUrl = null } = now;
  const { warnings = [] } = (question.kind === 'quote' ? (now.document as QuoteDocument | undefined) : undefined) ?? {};
  return {
    ...{ name, askedAt: isoInstant(now.at), end: now.end, total, currency, label, checkoutUrl },
    changes: [...since('last', last), ...(first?.at === last?.at ? [] : since('first', first))],
    ...(reason !== undefined && { reason }),
    ...(warnings.length > 0 && { warnings: warnings.map(({ message }) => message) }),
  };
}

function exitCodeOf(now: NewAnswer, most: Most | undefined): ExitCode {
  if (now.end === 'not_available') return exitCodes.no;
  if (!isPrice(now)) return exitCodes.partial;
  return most === undefined || isWithin({ ...now, totalAmount: now.total }, most) ? exitCodes.ok : exitCodes.no;
}

function aboveNotes(checks: readonly Check[], answers: readonly NewAnswer[], most: Most): string[] {
  const limit = `${showMoney(formatMoney(most.amount))} ${most.currency}`;
  return answers.flatMap((one, place) =>
    isPrice(one) && exitCodeOf(one, most) === exitCodes.no
      ? [`${checks[place]?.name}: ${totalInWords(one)} is not at or under ${limit}`]
      : [],
  );
}

function viewOf(one: Check, place: number): Block[] {
  const { name, end, label, changes, reason, checkoutUrl, warnings = [] } = one;
  const rows = once(changes).map((change) => ({
    ...change,
    field: fieldInWords(change.field),
    difference: changeInWords(change.difference),
  }));
  const price = { at: 0, end, total: one.total ?? undefined, currency: one.currency ?? undefined };
  const unchanged = isFailure(end) ? `rental trips show ${name} prints the last answer.` : 'Nothing has changed.';
  return [
    ...(place > 0 ? [text('')] : []),
    { ...text(`${name}: ${totalInWords(price)}`), style: 'heading' },
    ...(label === null ? [] : [text(label)]),
    ...[reason ?? [], warnings].flat().map((why): Block => ({ ...text(why), style: 'warning' })),
    rows.length > 0 ? { kind: 'table', rows, columns } : text(unchanged),
    ...(checkoutUrl === null ? [] : [{ kind: 'link', url: checkoutUrl } as const]),
  ];
}

/** What has changed since both answers alike is one row. */
function once(changes: Check['changes']) {
  const rows = new Map<string, Omit<Check['changes'][number], 'since'> & { readonly since: string }>();
  for (const change of changes) {
    const key = JSON.stringify([change.field, change.before, change.after]);
    const known = rows.get(key);
    rows.set(key, known === undefined ? change : { ...known, since: `${known.since}, ${change.since}` });
  }
  return [...rows.values()];
}

const labels: Readonly<Record<string, string>> = {
  totalAmount: 'Total',
  ...Object.fromEntries(fees.map(({ key, label }) => [key, label])),
  currency: 'Currency',
  vehicle: 'Vehicle',
  operator: 'Operator',
  pickUpDate: 'Pick-up',
  dropOffDate: 'Drop-off',
};

/** `accessories.Child seat` → `Child seat`. */
function fieldInWords(field: string): string {
  return labels[field] ?? field.replace(/^(?:accessories|insurance)\./, '');
}

const shown = (value: unknown): string =>
  typeof value === 'number' ? showMoney(formatMoney(value)) : String(value ?? '–');

const columns: readonly Column[] = [
  { key: 'field', header: 'WHAT', cut: 'last' },
  { key: 'before', header: 'BEFORE', show: (row) => shown(row['before']) },
  { key: 'after', header: 'NOW', show: (row) => shown(row['after']) },
  { key: 'difference', header: 'CHANGE' },
  { key: 'since', header: 'SINCE', dropped: 1 },
];

function text(words: string) {
  return { kind: 'text', text: words } as const;
}
