import { maxTotalOfFlag } from '../../cli/trip-flags.ts';
import { type CommandResult } from '../../cli/command.ts';
import { columnsOf } from '../../documents/records.ts';
import { tripChecksShape as document } from '../../documents/trips.ts';
import { exitCodeOfAll } from '../../base/errors.ts';
import { fieldText, type FieldText } from '../../base/field-text.ts';
import { moneyChangeInWords, formatMoney, moneyInWords } from '../../base/money.ts';
import { operatorLines } from '../../views/day-notes.ts';
import { isOnlyNote, type DayWarning } from '../../planner/day-warnings.ts';
import { makeResult, type Block, type Column, type Row } from '../../result.ts';
import { answerFacts } from '../../trips/answer.ts';
import { diff, type Change } from '../../trips/diff.ts';
import type { NewAnswer, SavedTrip } from '../../trips/saved-trip.ts';
import { isFailure } from '../../trips/history.ts';
import { answerExitCode, aboveMaxTotal, wantedCurrencies } from './judge.ts';
import { namedTrips } from './named-trips.ts';
import { answerInWords } from './words.ts';
import type { Context } from '../../cli/context.ts';

interface CheckedTrip {
  readonly trip: SavedTrip;
  readonly now: NewAnswer;
  readonly changes: readonly Change[];
}

interface CheckOptions {
  readonly name?: string;
  readonly all?: boolean;
  readonly maxTotal?: string;
}

export async function checkTrips(
  { name, all, ...options }: CheckOptions,
  context: Context,
): Promise<CommandResult> {
  const { io, signal, sources, openSession, note, warn } = context;
  const max = maxTotalOfFlag(options);
  const { trips, exitCode } = await namedTrips('check', { name, all }, context);
  const { recheck } = await import('../../trips/recheck.ts');
  const checked: CheckedTrip[] = [];
  for (const trip of trips) {
    const currencies = wantedCurrencies(trip, max);
    const parts = { io, signal, config: sources.config, openSession, currencies };
    const now = await recheck(trip, parts);
    checked.push({ trip, now, changes: changesOf(trip, now) });
    const named = (words: FieldText): FieldText =>
      fieldText('{trip}: {words}', { trip: trip.name, words });
    warn(...[...dayLines(now, 'warning'), ...aboveMaxTotal(now, max)].map(named));
    note(...dayLines(now, 'note').map(named));
  }
  const result = makeResult(document, {
    value: checked.map(({ trip, now, changes }) => ({ ...answerFacts(trip.name, now), changes })),
    columns: columnsOf(document, {
      changes: {
        flat: ({ changes }) => (changes as readonly Change[]).map(changeInWords).join('; '),
      },
    }),
    view: () => (checked.length === 0 ? [text('No trip is saved.')] : checked.flatMap(checkBlocks)),
    exitCode: exitCodeOfAll([exitCode, ...checked.map(({ now }) => answerExitCode(now, max))]),
  });
  return { ...result, newAnswers: new Map(checked.map(({ trip, now }) => [trip.name, now])) };
}

/** Days without times, or without one that fits. Only of an answer with a price. */
function dayLines({ question, price }: NewAnswer, level: 'warning' | 'note'): readonly string[] {
  if (question === undefined || price === undefined) return [];
  const { operators, kind } = question;
  const isOfLevel = (warning: DayWarning): boolean => isOnlyNote(warning) === (level === 'note');
  if (kind === 'quote')
    return (question.document.warnings ?? []).flatMap((warning) =>
      'date' in warning && isOfLevel(warning) ? [warning.message] : [],
    );
  const warnings = (question.document.warnings ?? []).filter(isOfLevel);
  return operatorLines(warnings, { showsOperator: operators.length > 1 });
}

/** Since the last answer that was no failure. */
function changesOf(trip: SavedTrip, now: NewAnswer): readonly Change[] {
  if (isFailure(now.end)) return [];
  const last = trip.answers.findLast(({ end }) => !isFailure(end));
  // Without a price, the saved document is that of an earlier answer.
  const isDocumentOfLast = last?.price !== undefined;
  const currencies = now.price && [now.price.currency];
  return diff(isDocumentOfLast ? trip : undefined, now.question, currencies);
}

function checkBlocks({ trip: { name }, now, changes }: CheckedTrip): Block[] {
  const { end, price, reason } = now;
  const same =
    price === undefined ? 'The last answer had no price either.' : 'Nothing has changed.';
  const unchanged = isFailure(end) ? `rental trips show ${name} prints the last answer.` : same;
  return [
    { ...text(`${name}: ${answerInWords(now)}`), style: 'heading' },
    ...(price === undefined ? [] : [text(price.label)]),
    ...(reason === undefined ? [] : [{ ...text(reason), style: 'warning' } as const]),
    changes.length > 0
      ? {
          kind: 'table',
          rows: changes.map((change) => ({ ...change })),
          columns: columnsFor(changes),
        }
      : text(unchanged),
    ...(price === undefined ? [] : [{ ...text(price.checkoutUrl), isAddress: true }]),
  ];
}

/** Amounts are aligned, and names among them are not. */
function columnsFor(changes: readonly Change[]): Column[] {
  const shown = (key: 'before' | 'after') => {
    const texts = changes.map((change) =>
      typeof change[key] === 'number' ? moneyInWords(change[key]) : '',
    );
    const width = Math.max(...texts.map(({ length }) => length));
    return (row: Row): string => {
      const value = row[key];
      return typeof value === 'number' ? moneyInWords(value).padStart(width) : String(value ?? '–');
    };
  };
  return [
    {
      key: 'field',
      header: 'WHAT',
      cutTo: 18,
      distinguishing: true,
      show: ({ field }) => fieldInWords(String(field)),
    },
    { key: 'before', header: 'BEFORE', show: shown('before') },
    { key: 'after', header: 'NOW', show: shown('after') },
    {
      key: 'difference',
      header: 'CHANGE',
      kind: 'number',
      show: ({ difference }) => (difference === null ? '' : moneyChangeInWords(Number(difference))),
    },
  ];
}

/** In one line for a pipe: `route fee 0.00 -> 40.00 (+40.00)`. */
function changeInWords({ field, before, after, difference }: Change): string {
  const [was, is] = [before, after].map((value) =>
    typeof value === 'number' ? formatMoney(value) : (value ?? 'none'),
  );
  const change =
    difference === null ? '' : ` (${difference < 0 ? '' : '+'}${formatMoney(difference)})`;
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
