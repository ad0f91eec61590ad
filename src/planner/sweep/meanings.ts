/** Decides what the names of extras mean: only the lists of all vehicles and operators together can tell. */
import type { FieldText } from '../../errors.ts';
import { isId, nearest, resolve, type Named } from '../names.ts';
import { extraWords } from '../proof.ts';
import { lacks, readBasket, usualMeanings, type BasketReading } from './basket.ts';
import type { Candidates, Found } from './candidates.ts';
import { lackingExtras } from './extras.ts';

type Note = (text: FieldText) => void;

/**
 * The readings in the order of `found`. What the first list of a vehicle lacks is looked up on its other dates, as long as `mayAdd`
 * allows more requests. Throws UsageError for a text that no vehicle has, unless vehicles that are not quoted may have it.
 */
export async function decideExtras(
  found: readonly Found[],
  mayAdd: (count: number) => boolean,
  note: Note,
): Promise<BasketReading[]> {
  const read = (): BasketReading[] => {
    const lists = found.flatMap(({ extras }) => extras.all());
    return found.map(({ run }) => readBasket(run.sweep.basket, lists, found.length === 1));
  };
  const first = read();
  let isRefused = false;
  const lookUps = found.map(async ({ run, items, extras }, index) => {
    const reading = first[index];
    const lacking = reading === undefined ? [] : lackingExtras(items, extras, reading);
    const allowed = lacking.filter(() => mayAdd(extras.kinds.length));
    isRefused ||= allowed.length < lacking.length;
    run.report.added(allowed.length * extras.kinds.length);
    await extras.lookAll(allowed);
  });
  await Promise.all(lookUps);
  if (isRefused)
    note((name) => `not all dates were looked up for extras: ${name('maxRequests')} allows no more requests`);
  const readings = read();
  refuseUnknown(found, readings, note);
  return readings;
}

/** An extra that no vehicle has is a typing mistake, found before the first quote. */
function refuseUnknown(found: readonly Found[], readings: readonly BasketReading[], note: Note): void {
  const lists = found.flatMap(({ extras }) => extras.all());
  if (lists.length === 0) return;
  const isCut = found.some((one) => one.isCut);
  const wanted = new Map(readings.flatMap((reading) => reading.wanted).map((one) => [`${one.kind} ${one.text}`, one]));
  for (const one of wanted.values()) {
    const alone = { wanted: [one], whole: new Set<string>() };
    const isLookedUp = lists.some((list) => list[one.kind] !== undefined);
    if (!isLookedUp || lists.some((list) => list[one.kind] !== undefined && !lacks(alone, list))) continue;
    const known = [...new Map(lists.flatMap((list) => list[one.kind] ?? []).map((item) => [item.name, item])).values()];
    // Fails with the nearest name.
    if (isCut) note(notQuoted(one.text, extraWords[one.kind], known));
    else resolve(one.text, known, extraWords[one.kind]);
  }
}

function notQuoted(text: string, what: string, known: readonly Named[]): FieldText {
  const near = isId(text) ? undefined : nearest(text, known);
  const mean = near === undefined ? '' : ` (did you mean "${near.name}"?)`;
  return (name) =>
    `no vehicle that is quoted has the ${what} "${text}"${mean}; ${name('quote')} all also quotes the others`;
}

/** Notes what parts of names stand for. Returns the names for each of them, the most frequent first. */
export function noteMeanings(all: readonly Candidates[], note: Note): ReadonlyMap<string, readonly string[]> {
  const meanings = usualMeanings(all.flatMap((found) => found.all));
  for (const [text, names] of meanings) {
    const list = names.map((name) => `"${name}"`).join(', ');
    if (names.length === 1) note(`"${text}" means ${list}`);
    else note(`"${text}" means different extras: ${list}; offers with "${names[0] ?? ''}" are ranked`);
  }
  return meanings;
}
