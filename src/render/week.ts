/** Depots with the week as a strip: on which days they have times, and which. */
import type { Column, DayState, Row, WeekView } from '../result.ts';
import { textLines, type Display } from './cells.ts';
import { tableLines } from './table.ts';

/** Below it, the times stand under the strip. */
const widthForTimes = 72;
/** From here on, the operator's own words have a column. */
const widthForWords = 110;
/** For so few depots the operator's own words are also shown on a narrow terminal. */
const fewDepots = 3;

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

export function* weekLines({ depots, hint }: WeekView, display: Display): Generator<string> {
  const { width, bars } = display;
  const marks = bars ? blockMarks : plainMarks;
  const isWide = width >= widthForWords;
  const quotesAll = depots.length <= fewDepots;
  const rows = depots.map(({ id, name, days, times, hasTimes, words }): Row => {
    const strip = days.map((state) => marks[state].padEnd(2)).join(' ');
    // Quoted also for a depot without times.
    const isQuoted = !isWide && words.trim() !== '' && (quotesAll || !hasTimes);
    const lines = [...times, ...(isQuoted ? [`“${words}”`] : [])];
    return width < widthForTimes
      ? { id, name, week: [strip, ...lines] }
      : { id, name, week: [strip], times: lines, ...(isWide && { words }) };
  });
  const keys = Object.keys(rows[0] ?? {});
  yield* tableLines({ columns: weekColumns.filter(({ key }) => keys.includes(key)), rows }, display);
  yield '';
  const states = new Set(depots.flatMap(({ days }) => days));
  const legend = (Object.keys(meanings) as DayState[]).filter((state) => states.has(state));
  yield* textLines(legend.map((state) => `${marks[state]} ${meanings[state]}`).join('   '), 'dim', display);
  if (!isWide && !quotesAll) yield* textLines(hint, 'dim', display);
}

const weekColumns: readonly Column[] = [
  { key: 'id', header: 'ID', kind: 'number' },
  { key: 'name', header: 'DEPOT' },
  { key: 'week', header: 'Mo Tu We Th Fr Sa Su', show: ({ week }) => week as string[] },
  { key: 'times', header: 'TIMES', show: ({ times }) => times as string[] },
  { key: 'words', header: "IN THE OPERATOR'S WORDS" },
];
