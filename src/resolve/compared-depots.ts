/** The depots of a comparison, at each operator. */
import type { Depot } from '../api/types.ts';
import { shortName } from '../base/words.ts';
import { idOf, itemsInWords, type Note } from '../planner/names.ts';
import type { DepotChoice } from '../planner/question.ts';
import { divideOperatorTexts, type OperatorTexts } from './by-operator.ts';
import { meaningNote, unknownItemError } from './one.ts';
import { isWord, readTexts, matchPieces, type TextReading } from './read.ts';

const words = { pickUp: ['all'], dropOff: ['all', 'same'] } as const;

/** Ids, and `same` as the drop-off, need no list of depots. */
export function needsDepots({ pickUps, dropOffs }: OperatorTexts): boolean {
  const readings = [
    ...readTexts(pickUps, [], { words: words.pickUp }),
    ...readTexts(dropOffs, [], { words: words.dropOff }),
  ];
  return !readings.every((reading) => reading.how === 'id' || isSame(reading));
}

/** False if all pick-ups, drop-offs or vehicles of the request are for other operators. */
export function takesPart({ pickUps, dropOffs, vehicles }: OperatorTexts): boolean {
  const hasVehicles = vehicles === 'all' || vehicles.length > 0;
  return pickUps.length > 0 && dropOffs.length > 0 && hasVehicles;
}

export interface ListedDepots {
  readonly texts: OperatorTexts;
  /** Empty if only ids were given. */
  readonly depots: readonly Depot[];
}

interface DepotOptions {
  /** There is one operator. */
  readonly isOnly: boolean;
  /** No list of depots that is needed failed. Default: true. */
  readonly isEachListed?: boolean;
  readonly note: Note;
}

/**
 * A part of a name is every depot that has it, so it can be a region. An operator that lacks a
 * depot continues without it, with a note; a depot that none has is a mistake. Throws UsageError.
 */
export function resolveDepots<T extends ListedDepots>(
  operators: readonly T[],
  { isOnly, isEachListed = true, note }: DepotOptions,
): (T & { readonly choice: DepotChoice })[] {
  const all = operators.flatMap(({ depots }) => depots);
  // If there is one operator, `idsIn` refuses what is unknown.
  if (!isOnly && isEachListed) refuseUnknown(operators, all);
  return operators.map((listed) => {
    const { texts, depots } = listed;
    const { operator, pickUps, dropOffs } = texts;
    const idsOf = (field: 'pickUp' | 'dropOff', given: readonly string[]): (number | 'same')[] =>
      matchPieces(divideOperatorTexts(texts, field, given, all), depots, {
        words: words[field],
        many: true,
      }).flatMap((reading): (number | 'same')[] => {
        return isSame(reading) ? ['same'] : idsIn(reading, { operator, depots, isOnly }, note);
      });
    const choice = {
      // None of them is `same`: it is not among the words of a pick-up.
      pickUpIds: idsOf('pickUp', pickUps).filter((id) => id !== 'same'),
      dropOffs: idsOf('dropOff', dropOffs),
    };
    return { ...listed, choice };
  });
}

/** Throws UsageError, with the nearest name, for a text that fits no depot of any operator. */
function refuseUnknown(operators: readonly ListedDepots[], all: readonly Depot[]): void {
  const isFound = new Map<string, boolean>();
  for (const { texts, depots } of operators) {
    for (const field of ['pickUp', 'dropOff'] as const) {
      const given = field === 'pickUp' ? texts.pickUps : texts.dropOffs;
      const pieces = divideOperatorTexts(texts, field, given, all);
      for (const { text, found, how } of matchPieces(pieces, depots, {
        words: words[field],
        many: true,
      }))
        isFound.set(
          text,
          isFound.get(text) === true || found.length > 0 || how === 'id' || how === 'word',
        );
    }
  }
  const unknownText = [...isFound].find(([, isSo]) => !isSo)?.[0];
  if (unknownText === undefined) return;
  const named = [...new Map(all.map((depot) => [depot.name, depot])).values()];
  throw unknownItemError(unknownText, named, 'depot', { hasIds: false });
}

interface DepotSource extends Pick<ListedDepots, 'depots'> {
  readonly operator: string;
  /** No other operator is compared. */
  readonly isOnly: boolean;
}

function idsIn(
  { text, found, how }: TextReading,
  { operator, depots, isOnly }: DepotSource,
  note: Note,
): number[] {
  if (how === 'id') return [idOf(text)];
  const matched = how === 'word' ? depots : found;
  if (matched.length === 0 && isOnly) throw unknownItemError(text, depots, 'depot');
  if (matched.length === 0) note(`${operator} has no depot called "${shortName(text)}"`);
  else if (how === 'word')
    note(
      `${depots.length === 1 ? 'the only depot' : `all ${depots.length} depots`}: ${itemsInWords(depots)}`,
    );
  else if (how === 'part' || found.length > 1)
    note(`${isOnly ? '' : `${operator}: `}${meaningNote(text, found, 'depot', depots)}`);
  return matched.map(({ id }) => id);
}

function isSame({ text, how }: TextReading): boolean {
  return how === 'word' && isWord(text, 'same');
}
