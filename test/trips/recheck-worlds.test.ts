/**
 * Whatever services rename, renumber, drop, add or reprice between two checks: a check asks for and
 * prices what was saved, and nothing else.
 */
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/environment.ts';
import fc from '../support/property.ts';
import { worlds } from '../support/thorough.ts';
import {
  cases,
  hows,
  operatorNames,
  requestOf,
  sessionOf,
  type Case,
  type Offered,
  type Served,
} from './changing-world.ts';
import { plain } from '../resolve/right-words.ts';
import {
  expectedOf,
  faultIn,
  isRenumbered,
  savedPartsOf,
  type Quoted,
  type SavedPart,
} from './saved-oracle.ts';
import { check, save, vehiclesIn } from './saved-worlds.ts';

/** 20,000 worlds take a minute and a half. */
const tried = Number(process.env['RENTAL_TEST_TRIES'] ?? worlds(4_000));

type Checked = Awaited<ReturnType<typeof check>>;

function serve(worlds: readonly Offered[], { isQuote }: Case): readonly Served[] {
  return worlds
    .slice(0, isQuote ? 1 : undefined)
    .map((world, index) => sessionOf(world, operatorNames[index]!));
}

/** The fault of a check, or undefined. */
function faultOf(
  made: Case,
  savedParts: readonly SavedPart[],
  now: readonly Served[],
  answer: Checked,
): string | undefined {
  const requestFault = (quoted: Quoted) => faultIn(savedParts, made, quoted, { isWhole: false });
  const offerFault = (quoted: Quoted) => faultIn(savedParts, made, quoted, { isWhole: true });
  for (const { name, quoted } of now) {
    const found = quoted
      .map((selection) => requestFault({ operator: name, selection }))
      .find((text) => text !== undefined);
    if (found !== undefined) return `a quote was requested of ${found}`;
  }
  const { ends, why, lowest } = expectedOf(savedParts, made);
  if (ends !== undefined && !ends.includes(answer.end))
    return `${answer.end} instead of ${ends.join(' or ')}: ${why}`;
  const isKnown = savedParts.every(({ extras }) => extras !== undefined);
  if (answer.end !== 'priced' || !isKnown) return undefined;
  const found = answer.ranked.map(({ operator, selection }) => offerFault({ operator, selection }));
  if (found.some((text) => text !== undefined))
    return `ranked is ${found.find((text) => text !== undefined)}`;
  const right = now.flatMap(({ name, answered }) =>
    answered.flatMap(({ selection, total }) =>
      offerFault({ operator: name, selection }) === undefined ? [total] : [],
    ),
  );
  if (answer.total !== Math.min(...right))
    return `the price ${answer.total} is not the lowest of ${right.join(', ')}`;
  return lowest !== undefined && answer.total > lowest
    ? `${lowest} was not found, but ${answer.total}`
    : undefined;
}

/**
 * The fault of a first answer: a depot that was requested by its whole name was resolved to one that
 * does not have this name in its own.
 */
function firstFault(made: Case, first: readonly Served[]): string | undefined {
  if (made.styles.depots !== 'name') return undefined;
  const list = made.before[0]!.depots;
  const names = [...made.pickUp, ...made.dropOff].map(({ at }) => list[at % list.length]!.name);
  for (const { trips, world } of first)
    for (const { pickUpDepotId, dropOffDepotId } of trips)
      for (const { id, name } of world.depots)
        if (
          [pickUpDepotId, dropOffDepotId].includes(id) &&
          !names.some((one) => plain(name).includes(plain(one)))
        )
          return `saved with the depot ${name}`;
  return undefined;
}

/** Undefined if nothing with a price could be saved. */
async function recheckOf(made: Case, folder: string) {
  const first = serve(made.before, made);
  const request = requestOf(made);
  const sessionsOf = (served: readonly Served[]) => served.map(({ session }) => session);
  const saved = await save(request, sessionsOf(first), made.goesThroughFile ? folder : undefined);
  if (saved?.end !== 'priced') return undefined;
  const early = firstFault(made, first);
  if (early !== undefined) return { request, fault: early };
  const savedParts = savedPartsOf(
    made,
    request.kind === 'compare' ? request.vehicle : undefined,
    first,
    vehiclesIn(saved),
  );
  const now = serve(made.after, made);
  const answer = await check(saved, sessionsOf(now));
  return {
    request,
    fault: faultOf(made, savedParts, now, answer),
    answer,
    isRenumbered: isRenumbered(savedParts),
  };
}

/** The kinds that a case is counted under. */
function traitsOf({ isQuote, styles, before, changes, ...made }: Case): readonly string[] {
  const kind = isQuote ? 'quote' : 'compare';
  const hasSeveral = !isQuote && before.length > 1;
  const has = {
    'a drop-off': made.dropOff.length > 0,
    'an accessory': made.accessories.length > 0,
    'an insurance plan': made.plan.length > 0,
    'several of an accessory': made.isCounted && made.accessories.length > 0,
    'several operators': hasSeveral,
    'names for one operator': hasSeveral && made.hasPrefixes,
    'several vehicles': !isQuote && made.cars.length > 1 && styles.cars !== 'all',
    'several dates': !isQuote && made.dates.from.includes('..'),
    'a file': made.goesThroughFile,
  };
  return [
    `${kind}: depots by ${styles.depots}`,
    `${kind}: vehicles by ${styles.cars}`,
    ...(made.accessories.length > 0 ? [`${kind}: accessories by ${styles.accessories}`] : []),
    ...(made.plan.length > 0 ? [`${kind}: plans by ${styles.plans}`] : []),
    ...Object.entries(has).flatMap(([name, isSo]) => (isSo ? [`${kind} with ${name}`] : [])),
    ...changes
      .filter(({ operator }) => operator % before.length === 0)
      .map(({ how }) => `change: ${how}`),
  ];
}

/** Kinds that at least one of a hundred checks has. */
const frequentKinds = [
  ...['priced', 'changed', 'not_available', 'incomplete'].map((end) => `end: ${end}`),
  ...hows.map((how) => `change: ${how}`),
  ...['quote', 'compare'].flatMap((kind) => [
    ...['depots', 'vehicles', 'accessories', 'plans'].flatMap((field) =>
      ['id', 'name', 'part'].map((style) => `${kind}: ${field} by ${style}`),
    ),
    ...['a drop-off', 'an accessory', 'an insurance plan', 'several of an accessory'].map(
      (what) => `${kind} with ${what}`,
    ),
  ]),
  ...[
    'several operators',
    'names for one operator',
    'several vehicles',
    'several dates',
    'a file',
  ].map((what) => `compare with ${what}`),
  'compare: depots by all',
  'compare: vehicles by all',
  'priced under another id',
];

const title =
  'a check asks for what was saved, prices nothing else, and finds it if it is still there';

test(title, { timeout: 600_000 }, async () => {
  const folder = temporaryFolder();
  const counts = new Map<string, number>();
  const count = (name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);
  const property = fc.asyncProperty(cases, async (made) => {
    const checked = await recheckOf(made, folder);
    if (checked === undefined) return;
    const { request, fault, answer, isRenumbered: isOther } = checked;
    if (fault !== undefined)
      expect.fail(`${fault}\n${JSON.stringify({ request, changes: made.changes, answer })}`);
    count('checked');
    count(`end: ${answer?.end}`);
    if (isOther && answer?.end === 'priced') count('priced under another id');
    traitsOf(made).forEach(count);
  });
  await fc.assert(property, { numRuns: tried });
  // Few worlds need not have every kind.
  if (tried < 1_000) return;
  const all = counts.get('checked') ?? 0;
  // It is rare that each extra is still there, but no vehicle has all of them.
  const rare = 'end: incomplete';
  for (const name of frequentKinds)
    expect([name, (counts.get(name) ?? 0) / all > (name === rare ? 0.002 : 0.01)]).toEqual([
      name,
      true,
    ]);
});
