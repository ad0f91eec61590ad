/** The depots of a comparison, at each operator. */
import type { Depot } from '../api/types.ts';
import { shorten } from '../base/words.ts';
import { idOf, listed, type Note } from '../planner/names.ts';
import type { DepotChoice } from '../planner/question.ts';
import { dividedTexts, type OperatorTexts } from './by-operator.ts';
import { meaningNote, unknown } from './one.ts';
import { isWord, read, readPieces, type Reading } from './read.ts';

const words = ['all', 'same'];

/** Ids and `same` need no list of depots. */
export function needsDepots({ pickUps, dropOffs }: OperatorTexts): boolean {
  return !read([...pickUps, ...dropOffs], [], { words }).every((reading) => reading.how === 'id' || isSame(reading));
}

/** False for an operator that has no pick-up, no drop-off or no vehicle, because those of the request are all for others. */
export function takesPart({ pickUps, dropOffs, vehicles }: OperatorTexts): boolean {
  return pickUps.length > 0 && dropOffs.length > 0 && vehicles.length > 0;
}

export interface ListedDepots {
  readonly texts: OperatorTexts;
  /** Empty if only ids were given. */
  readonly depots: readonly Depot[];
}

/**
 * `all` is every depot, and a part of a name is every depot that has it: so it can be a region. A name with a comma that one operator has is
 * one name at all of them. One of several operators that lacks a depot goes on without it, with a note. `isOnly`: there is one operator. Throws
 * UsageError.
 */
export function resolveDepots(
  operators: readonly ListedDepots[],
  { isOnly, note }: { readonly isOnly: boolean; readonly note: Note },
): DepotChoice[] {
  const all = operators.flatMap(({ depots }) => depots);
  return operators.map(({ texts, depots }) => {
    const { operator, pickUps, dropOffs } = texts;
    const idsOf = (field: 'pickUp' | 'dropOff', given: readonly string[]): (number | 'same')[] =>
      readPieces(dividedTexts(texts, field, given, all), depots, { words, many: true }).flatMap(
        (reading): (number | 'same')[] => {
          return isSame(reading) ? ['same'] : idsIn(reading, { operator, depots, isOnly }, note);
        },
      );
    return { pickUpIds: idsOf('pickUp', pickUps).filter((id) => id !== 'same'), dropOffs: idsOf('dropOff', dropOffs) };
  });
}

interface Place extends Pick<ListedDepots, 'depots'> {
  readonly operator: string;
  /** No other operator is compared. */
  readonly isOnly: boolean;
}

function idsIn({ text, found, how }: Reading, { operator, depots, isOnly }: Place, note: Note): number[] {
  if (how === 'id') return [idOf(text)];
  const what = isOnly ? 'depot' : `${operator} depot`;
  const matched = how === 'word' ? depots : found;
  if (matched.length === 0 && isOnly) throw unknown(text, depots, what);
  if (matched.length === 0) note(`${operator} has no depot called "${shorten(text, 60)}"`);
  else if (how === 'word') note(`all ${depots.length} depots: ${listed(depots)}`);
  else if (how === 'part' || found.length > 1)
    note(`${isOnly ? '' : `${operator}: `}${meaningNote(text, found, 'depot', depots)}`);
  return matched.map(({ id }) => id);
}

function isSame({ text }: Reading): boolean {
  return isWord(text, 'same');
}
