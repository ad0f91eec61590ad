/** The flags of `compare`, and the request and the view that they ask for. */
import {
  extrasFlags,
  inputNeeded,
  maxTotalFlag,
  maxTotalOfFlag,
  missingFields,
  saveFlag,
  timeFlags,
  wantedTimesOfFlags,
} from '../../cli/trip-flags.ts';
import type { Context } from '../../cli/context.ts';
import type { Flags, FlagValues } from '../../cli/flags.ts';
import { UsageError } from '../../base/errors.ts';
import { fieldText, type FieldText } from '../../base/field-text.ts';
import type { MaxAmount } from '../../planner/max-amount.ts';
import { groupings, type SearchGroup } from '../../planner/groupings.ts';
import {
  defaultBestCount,
  defaultMaxRequests,
  parseQuoteMode,
  requestCeiling,
  type QuoteMode,
} from '../../planner/question.ts';
import { weekdayWords } from '../../planner/calendar.ts';
import type { CompareRequest } from '../../compare/request/request.ts';
import { maxFlex } from '../../compare/request/starts.ts';
import type { CompareLayout } from '../../compare/view/ranked.ts';

export const compareFlags = {
  'pick-up': {
    kind: 'list',
    commas: 'names',
    value: 'a,b',
    help: 'depots to start from: ids, parts of names, all',
    brief: 'Ids, parts of names, or all',
    aliases: ['pick-up-depot-id'],
    offers: { words: ['all'], names: 'depot' },
  },
  'drop-off': {
    kind: 'list',
    commas: 'names',
    value: 'a,b|same|all',
    help: 'depots to end at (default: same)',
    brief: 'Ids, parts of names, same (default), or all',
    aliases: ['drop-off-depot-id'],
    offers: { words: ['same', 'all'], names: 'depot' },
  },
  from: {
    kind: 'text',
    value: 'date|A..B',
    help: 'first day, a month (feb) or a range: +30d..+2d',
    brief: 'Date, or A..B: 2026-12-01..2026-12-20',
    aliases: ['pick-up-date'],
  },
  flex: {
    kind: 'integer',
    value: 'days',
    min: 0,
    max: maxFlex,
    help: 'also this many days before and after --from',
    brief: 'Days before and after from',
  },
  nights: {
    kind: 'text',
    joined: true,
    value: 'n|a..b',
    help: 'nights: 7, 7..10 or 7,10,14; or give --to',
    brief: '7, 7..10 or 7,10,14; or give to',
  },
  to: {
    kind: 'text',
    value: 'date',
    help: 'last day: one day for all starts, +7d for each',
    brief: 'One date for all starts, or +7d for each',
    aliases: ['drop-off-date'],
  },
  'start-on': {
    kind: 'list',
    value: 'fri,sat',
    help: 'only starts on these weekdays',
    brief: 'Only on these: fri, sat',
    offers: { words: weekdayWords },
  },
  until: {
    kind: 'text',
    value: 'date',
    help: 'end by then; +10d counts from the first start',
    brief: 'Latest end',
  },
  ...timeFlags,
  vehicle: {
    kind: 'list',
    commas: 'names',
    value: 'all|a,b',
    help: 'all (default), ids, parts of names',
    brief: 'Ids, parts of names; default: all',
    aliases: ['vehicle-id'],
    offers: { words: ['all'], names: 'vehicle' },
  },
  ...extrasFlags,
  quote: {
    kind: 'text',
    value: 'best:10|all|none',
    help: 'price only the cheapest (default: best), all, none',
    brief: 'best (default), best:20, all, or none: estimates',
    offers: { words: ['best', 'all', 'none'] },
  },
  'max-requests': {
    kind: 'integer',
    value: 'n',
    min: 1,
    max: requestCeiling,
    example: defaultMaxRequests,
    help: `ask before sending more; scripts stop (default: ${defaultMaxRequests})`,
    brief: `More is an error (default: ${defaultMaxRequests})`,
  },
  'dry-run': {
    kind: 'switch',
    help: 'only show the plan: requests and time',
    brief: 'Only counts requests',
  },
  'group-by': {
    kind: 'choice',
    value: 'what',
    choices: groupings,
    singleHint: 'it groups by one thing only: run the command once for each',
    help: 'best of: vehicle, date, nights, depots, operator',
  },
  view: {
    kind: 'choice',
    value: 'form',
    choices: ['table', 'calendar'],
    help: 'table, calendar: cheapest totals by date',
  },
  limit: {
    kind: 'integer',
    value: 'n',
    min: 1,
    max: 100_000,
    help: 'only the n best (default on a terminal: 10)',
  },
  all: { kind: 'switch', help: 'no limit (default except on a terminal)' },
  report: { kind: 'text', value: 'file.html', help: 'also write a page to share' },
  'max-total': maxTotalFlag,
  save: saveFlag,
} as const satisfies Flags;

export type CompareFlagValues = FlagValues<typeof compareFlags>;

export interface ReadOptions {
  readonly request: CompareRequest;
  readonly form: CompareLayout;
  readonly maxTotal: MaxAmount | undefined;
}

/** More would push the best ones off a terminal's screen. */
export const maxOnTerminal = 10;

/** The limit of a view without `--limit`. A ranking shows at least what was searched for. */
export function defaultLimit(
  { groupBy, calendar }: Pick<CompareLayout, 'groupBy' | 'calendar'>,
  quoteMode: QuoteMode,
): number {
  const isRanking = groupBy === undefined && !calendar && quoteMode.how === 'best';
  return isRanking ? Math.max(maxOnTerminal, quoteMode.max) : maxOnTerminal;
}

/**
 * Throws InputNeededError naming every flag that is missing, and UsageError for flags that
 * contradict each other.
 */
export function readCompareOptions(
  options: CompareFlagValues,
  { showsView }: Pick<Context, 'showsView'>,
): ReadOptions {
  const { maxTotal: maxTotalText, groupBy, view, limit, all = false, quote, ...rest } = options;
  const maxTotal = maxTotalOfFlag({ maxTotal: maxTotalText });
  const calendar = view === 'calendar';
  const quoteMode = parseQuoteMode(quote ?? 'best', limit ?? defaultBestCount);
  refuseContradictions(options, quoteMode);
  const { pickUp, from } = requireStart(rest);
  const shown: SearchGroup = calendar ? 'calendar' : (groupBy ?? 'all');
  // A page shows the best of all as well, so the search is also for those. No search is added for its
  // calendar.
  const groups = options.report === undefined ? [shown] : [...new Set<SearchGroup>([shown, 'all'])];
  return {
    request: {
      ...rest,
      ...wantedTimesOfFlags(options),
      pickUp,
      from,
      groups,
      quoteMode,
      maxTotal,
    },
    // A view says how many more offers there are; records do not, so they have all.
    form: {
      groupBy,
      calendar,
      limit:
        limit ?? (showsView && !all ? defaultLimit({ groupBy, calendar }, quoteMode) : undefined),
    },
    maxTotal,
  };
}

/** Throws UsageError. */
function refuseContradictions(options: CompareFlagValues, { how }: QuoteMode): void {
  const { maxTotal, save, groupBy, view, limit, all = false, dryRun } = options;
  const isNone = how === 'none';
  const calendar = view === 'calendar';
  const hasTotals = maxTotal !== undefined || groupBy !== undefined || calendar;
  refuse(
    isNone && hasTotals,
    fieldText('{maxTotal}, groups and the calendar need quotes, but {quote} none requests none'),
  );
  refuse(
    save !== undefined && (isNone || dryRun === true),
    '--save needs prices, but --dry-run and --quote none request none',
  );
  refuse(limit !== undefined && all, '--limit and --all contradict each other');
  refuse(
    calendar && (limit !== undefined || groupBy !== undefined),
    'the calendar has the cheapest of each start and length, so it takes no --limit and no --group-by',
  );
}

/** Throws InputNeededError naming every flag that is missing. */
function requireStart({ pickUp, from, nights, to }: CompareFlagValues) {
  const length = nights ?? to;
  if (pickUp !== undefined && from !== undefined && length !== undefined) return { pickUp, from };
  const missingLength = length === undefined ? [fieldText('{nights} (or {to})')] : [];
  throw inputNeeded(
    [...missingFields({ pickUp, from }), ...missingLength],
    'for example: rental compare --pick-up auckland --from +30d --flex 3 --nights 7 --sandbox',
  );
}

function refuse(isContradiction: boolean, message: FieldText): void {
  if (isContradiction) throw new UsageError(message, { hint: 'leave one of them out' });
}
