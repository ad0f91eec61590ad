/** What was typed, read: everything that needs no answer of a service. */
import { InputNeededError, UsageError } from '../../errors.ts';
import type { CalendarDate, RentalDates } from '../../api/types.ts';
import { parseQuoting, parseWanted, type Quoting } from '../../planner/sweep/choose.ts';
import type { Grouping } from '../../planner/sweep/group.ts';
import { parseMaxTotal, type MaxTotal } from '../../planner/sweep/limit.ts';
import { nightCounts, startDates, withDropOff, withNights } from '../../planner/sweep/ranges.ts';
import { dateNotes } from '../../planner/trip.ts';
import type { Progress } from '../../terminal/progress.ts';
import type { Context } from '../../cli/context.ts';
import { listed } from '../../cli/trip-flags.ts';
import type { CompareOptions } from './options.ts';

export interface Question {
  readonly pickUps: readonly string[];
  readonly dropOffs: readonly string[];
  readonly dates: readonly RentalDates[];
  /** Undefined: every vehicle. */
  readonly vehicles: readonly string[] | undefined;
  readonly accessories: readonly string[];
  /** Undefined: none. */
  readonly insurance: string | undefined;
  readonly quoting: Quoting;
  readonly maxRequests: number;
  readonly maxTotal: MaxTotal | undefined;
  readonly groupBy: Grouping | undefined;
  readonly calendar: boolean;
}

/** `today` is the first operator's: the same dates are asked of all. Throws InputNeededError naming every flag that is missing, and UsageError. */
export async function readQuestion(
  options: CompareOptions,
  today: CalendarDate,
  { progress }: Context,
): Promise<Question> {
  const { pickUp, from, nights, to, insurance, groupBy } = options;
  refuseContradictions(options);
  if (pickUp === undefined || from === undefined || (nights ?? to) === undefined) throw missing(options);
  const quoting = parseQuoting(options.quote ?? 'top:5');
  const maxTotal = options.maxTotal === undefined ? undefined : parseMaxTotal(options.maxTotal);
  if (maxTotal !== undefined && quoting.top === 0) {
    throw new UsageError('--max-total needs quotes, and --quote none asks for none', { hint: 'leave one of them out' });
  }
  const calendar = options.view === 'calendar';
  if (calendar && groupBy === 'date') {
    throw new UsageError('the calendar has the dates in its rows already', {
      hint: 'its columns are nights, or --group-by depots, vehicle or operator',
    });
  }
  return {
    pickUps: pickUp,
    dropOffs: options.dropOff ?? ['same'],
    dates: await readDates(options, from, today, progress),
    vehicles: parseWanted(options.vehicle),
    accessories: options.accessory ?? [],
    insurance: insurance?.trim().toLowerCase() === 'none' ? undefined : insurance,
    quoting,
    maxRequests: options.maxRequests ?? 300,
    maxTotal,
    groupBy,
    calendar,
  };
}

function refuseContradictions({ nights, to, view, quote }: CompareOptions): void {
  if (nights !== undefined && to !== undefined) {
    throw new UsageError('--nights and --to both say how long', { hint: 'give one of them' });
  }
  if (view === 'calendar' && quote?.trim().toLowerCase() === 'none') {
    throw new UsageError('the calendar shows totals, and --quote none asks for none', {
      hint: 'leave one of them out',
    });
  }
}

function missing({ pickUp, from, nights, to }: CompareOptions): InputNeededError {
  const flags = [
    pickUp === undefined && '--pick-up',
    from === undefined && '--from',
    nights === undefined && to === undefined && '--nights (or --to)',
  ].filter((flag) => flag !== false);
  return new InputNeededError(`${listed(flags)} ${flags.length === 1 ? 'is' : 'are'} needed`, {
    hint: 'rental compare --pick-up auckland --from +30d --flex 3 --nights 7 --sandbox shows how it goes',
  });
}

/** More cells than any budget could ever ask about; the product is only a number until then. */
const mostDates = 20_000;

async function readDates(
  options: CompareOptions,
  from: string,
  today: CalendarDate,
  progress: Progress,
): Promise<RentalDates[]> {
  const starts = await startDates({ from, flex: options.flex }, today);
  const dates =
    options.to === undefined
      ? withNights(starts, nightCounts(options.nights ?? ''))
      : await withDropOff(starts, options.to, today);
  if (dates.length > mostDates) throw new UsageError(`${dates.length} pairs of dates are too many to compare`);
  const [first] = dates;
  if (starts.length < 2 * (options.flex ?? 0) + 1) progress.note(`days before ${today} are left out of --flex`);
  if (first === undefined) throw new UsageError('these dates leave nothing to compare');
  for (const note of dateNotes(first, today)) progress.note(note);
  return dates;
}
