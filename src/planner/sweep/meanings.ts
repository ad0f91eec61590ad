/** Decides what the names of extras mean: only the lists of all vehicles and operators together can tell. */
import type { FieldText } from '../../errors.ts';
import { shorten } from '../../text.ts';
import { isId, nearest, resolve, type Named } from '../names.ts';
import { extraWords } from '../proof.ts';
import { lacks, readBasket, usualMeanings, type BasketReading } from './basket.ts';
import type { Candidates, Found } from './candidates.ts';
import { lackingExtras, type ExtrasBook, type TripVehicle } from './extras.ts';

type Note = (text: FieldText) => void;

/**
 * The readings in the order of `found`. What the first list of a vehicle lacks is looked up on its last date and, if it is there, on the
 * dates between, as long as `mayAdd` allows more requests. Throws UsageError for a text that no vehicle has, unless vehicles without a
 * quote may have it.
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
    const look = async (wanted: readonly TripVehicle[]): Promise<void> => {
      const allowed = wanted.filter(() => mayAdd(extras.kinds.length));
      isRefused ||= allowed.length < wanted.length;
      run.report.added(allowed.length * extras.kinds.length);
      await extras.lookAll(allowed);
    };
    const last = [...new Map(lacking.map((item) => [item.vehicle.vehicleId, item])).values()];
    await look(last);
    const isThere = new Set(last.filter((item) => has(item, extras, reading)).map(({ vehicle }) => vehicle.vehicleId));
    await look(lacking.filter((item) => isThere.has(item.vehicle.vehicleId) && !last.includes(item)));
  });
  await Promise.all(lookUps);
  if (isRefused)
    note((name) => `not all dates were looked up for extras: ${name('maxRequests')} allows no more requests`);
  const readings = read();
  refuseUnknown(found, readings, note);
  return readings;
}

/** Whether the list of the item's own dates has something that the vehicle's first list lacks. */
function has(item: TripVehicle, extras: ExtrasBook, reading: BasketReading | undefined): boolean {
  const [own, first] = [extras.listsFor(item), extras.firstLists(item.vehicle)];
  if (reading === undefined || own === undefined || !own.isOfDates || first === undefined) return false;
  return reading.wanted.some((one) => {
    const alone = { ...reading, wanted: [one] };
    return lacks(alone, first) && !lacks(alone, own.lists);
  });
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
  const mean = near === undefined ? '' : ` (did you mean "${shorten(near.name, 60)}"?)`;
  return (name) =>
    `no vehicle that is quoted has the ${what} "${shorten(text, 60)}"${mean}; ${name('quote')} all also quotes the others`;
}

/** In a note. */
const mostNames = 8;

/** Notes what parts of names stand for. Returns the names for each of them, the most frequent first. */
export function noteMeanings(all: readonly Candidates[], note: Note): ReadonlyMap<string, readonly string[]> {
  const meanings = usualMeanings(all.flatMap((found) => found.all));
  for (const [text, names] of meanings) {
    const shown = names.slice(0, mostNames).map((name) => `"${shorten(name, 60)}"`);
    const list = [...shown, ...(names.length > mostNames ? ['…'] : [])].join(', ');
    if (names.length === 1) note(`"${shorten(text, 60)}" means ${list}`);
    else note(`"${shorten(text, 60)}" means different extras: ${list}; offers with ${shown[0] ?? ''} are ranked`);
  }
  return meanings;
}
