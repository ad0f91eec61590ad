/** Depots as a table with the week as a strip: on which days times are listed, and which. */
import { daysOf } from '../../api/days.ts';
import type { Depot } from '../../api/types.ts';
import { compact, timesByDay, weekOf, type DayState } from '../../planner/hours.ts';
import type { Block, Column, Row } from '../../result.ts';

/** Below it, the times stand under the strip. */
const widthForTimes = 72;
/** From here on, the operator's own words have a column. */
const widthForWords = 110;
/** So many depots have room for the operator's own words on a narrow terminal, too. */
const fewDepots = 3;

const header = 'Mo Tu We Th Fr Sa Su';

interface Screen {
  /** In columns. */
  readonly width: number;
  /** Whether it shows blocks. */
  readonly blocks: boolean;
}

export function weekBlocks(depots: readonly Depot[], { width, blocks }: Screen): Block[] {
  const marks = blocks ? blockMarks : plainMarks;
  const quotesAll = depots.length <= fewDepots;
  const strip = (row: Row): string => stripOf(row as Depot, marks);
  const times = (row: Row): string[] => timesAndWords(row as Depot, { quotesAll });
  const beside: Column[] = [
    { key: 'week', header, show: strip },
    { key: 'times', header: 'TIMES', show: width < widthForWords ? times : (row) => timeLines(row as Depot) },
  ];
  const below: Column = { key: 'week', header, show: (row) => [strip(row), ...times(row)] };
  const words: Column = { key: 'opening_hours_description', header: "IN THE OPERATOR'S WORDS" };
  const columns = width < widthForTimes ? [below] : width < widthForWords ? beside : [...beside, words];
  const hint = width < widthForWords && !quotesAll ? 'In the words of the operator: rental depots <name>' : '';
  return [
    { kind: 'table', columns: [...nameColumns, ...columns], rows: depots },
    ...[legendOf(depots, marks), hint].flatMap((text): Block[] =>
      text === '' ? [] : [{ kind: 'text', text, style: 'dim' }],
    ),
  ];
}

function stripOf(depot: Depot, marks: Marks): string {
  return weekOf(depot)
    .map((state) => marks[state].padEnd(2))
    .join(' ');
}

/** The operator's words are quoted for a few depots, and for a depot without times. */
function timesAndWords(depot: Depot, { quotesAll }: { readonly quotesAll: boolean }): string[] {
  const { opening_hours_description: words, pickup_times, drop_off_times } = depot;
  const isQuoted = words.trim() !== '' && (quotesAll || pickup_times.length + drop_off_times.length === 0);
  return [...timeLines(depot), ...(isQuoted ? [`“${words}”`] : [])];
}

export const nameColumns: readonly Column[] = [
  { key: 'id', header: 'ID', kind: 'number' },
  { key: 'name', header: 'DEPOT' },
];

type Marks = Readonly<Record<DayState, string>>;

const blockMarks: Marks = { both: '▆▆', 'pick-up': 'P', 'drop-off': 'D', unknown: '?', none: '–' };
const plainMarks: Marks = { ...blockMarks, both: 'x', none: '-' };

const meanings: Marks = {
  both: 'pick-up and drop-off',
  'pick-up': 'pick-up only',
  'drop-off': 'drop-off only',
  none: 'no times listed',
  unknown: 'only times for other kinds of day, which may be this one',
};

/** Only of the marks that occur. */
function legendOf(depots: readonly Depot[], marks: Marks): string {
  const states = new Set(depots.flatMap(weekOf));
  const all = Object.entries(meanings) as [DayState, string][];
  return all.flatMap(([state, meaning]) => (states.has(state) ? [`${marks[state]} ${meaning}`] : [])).join('   ');
}

/** One line for each day category, with the purpose where pick-up and drop-off differ. */
export function timeLines({ pickup_times, drop_off_times }: Depot, labelOf = dayLabel): string[] {
  const [pickUp, dropOff] = [pickup_times, drop_off_times].map(
    (entries) => new Map(timesByDay(entries, labelOf).map(({ day, times }) => [day, timesInWords(times)])),
  );
  if (pickUp === undefined || dropOff === undefined || pickUp.size + dropOff.size === 0) return ['none listed'];
  const lines = [...new Set([...pickUp.keys(), ...dropOff.keys()])].flatMap((day): string[] => {
    const [first, second] = [pickUp.get(day), dropOff.get(day)].map((times) => times && `${day} ${times}`);
    if (first === second) return [first ?? ''];
    return [first && `pick-up ${first}`, second && `drop-off ${second}`].filter((line) => line !== undefined);
  });
  const missing = pickUp.size === 0 ? 'pick-up' : dropOff.size === 0 ? 'drop-off' : undefined;
  return missing === undefined ? lines : [...lines, `${missing} none listed`];
}

/** A single time could be taken for the start of a range. */
function timesInWords(times: readonly string[]): string {
  return times.length === 1 ? `${times.join()} only` : compact(times);
}

/** `Mo–Fr` for `weekday`; a category that does not name days of the week stays as served. */
function dayLabel(category: string): string {
  const days = daysOf(category) ?? [];
  if (days.length === 5) return 'Mo–Fr';
  const names = days.map((day) => header.split(' ')[(day + 6) % 7]);
  return names.length === 0 ? category : names.join(' ');
}
