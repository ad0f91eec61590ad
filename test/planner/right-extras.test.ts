/** For any extras, however they are called and written: what is sent is what was meant, and a price without it does not count. */
import { expect, test } from 'vitest';
import type { Accessory, RentalDates, Selection } from '../../src/api/types.ts';
import type { Context } from '../../src/cli/context.ts';
import bookLink from '../../src/commands/book-link.ts';
import quote from '../../src/commands/quote.ts';
import { RentalError } from '../../src/errors.ts';
import getQuote from '../../src/mcp/tools/get-quote.ts';
import type { Call } from '../../src/mcp/tool.ts';
import { planTrip, unprovenOf } from '../../src/planner/plan-trip.ts';
import type { Session } from '../../src/planner/session.ts';
import { rankOffers, type Offer } from '../../src/planner/sweep/rank.ts';
import { runSweep } from '../../src/planner/sweep/sweep.ts';
import fc from '../support/property.ts';
import { tries } from '../support/thorough.ts';
import { memorySession } from './memory.ts';

const pool = [
  'Seat',
  'SEAT',
  'Child seat',
  'Child seat cover',
  'Seat, child',
  'child',
  'Extra km 1,000',
  'Extra km 1',
  '000',
];
/** Digits are always an id, so they cannot be meant as a name. */
const meanable = pool.filter((name) => name !== '000');
const days = ['2026-12-01', '2026-12-02', '2026-12-03'] as const;

interface World {
  readonly accessories: readonly string[];
  /** By how much the ids are moved on the last day. */
  readonly moved: number;
  /** Accessories that quotes leave out, and those of which they price one. */
  readonly leftOut: readonly string[];
  readonly onlyOne: readonly string[];
}

const world: fc.Arbitrary<World> = fc.record({
  accessories: fc.uniqueArray(fc.constantFrom(...pool), { minLength: 1, maxLength: 6 }),
  moved: fc.integer({ min: 0, max: 2 }),
  leftOut: fc.oneof(fc.constant([]), fc.array(fc.constantFrom(...pool), { maxLength: 2 })),
  onlyOne: fc.oneof(fc.constant([]), fc.array(fc.constantFrom(...pool), { maxLength: 2 })),
});

/** What was meant, and how it was written: each name by itself, with its number, or several with commas. */
const wanted = fc.uniqueArray(
  fc.record({ name: fc.constantFrom(...meanable), quantity: fc.integer({ min: 1, max: 3 }) }),
  {
    selector: ({ name }) => name,
    minLength: 1,
    maxLength: 3,
  },
);
const form = fc.constantFrom('apart', '2x name', '2 × name', 'name:2', 'commas');

function written(meant: readonly { name: string; quantity: number }[], how: string): string[] {
  const each = meant.flatMap(({ name, quantity }) => {
    if (how === '2x name') return [`${quantity}x ${name}`];
    if (how === '2 × name') return [`${quantity} × ${name}`];
    if (how === 'name:2') return [`${name}:${quantity}`];
    return Array<string>(quantity).fill(name);
  });
  return how === 'commas' ? [each.join(',')] : each;
}

function listOn(of: World, date: string): Accessory[] {
  const move = date === days[2] ? of.moved : 0;
  return of.accessories.map((name, index) => ({ id: (index + move) % of.accessories.length, name, price: 1 }));
}

function operator(of: World) {
  const shown = ({ accessoryIds, pickUpDate }: Selection) =>
    [...new Set(accessoryIds)].flatMap((id) => {
      const name = listOn(of, pickUpDate).find((one) => one.id === id)?.name ?? '?';
      const asked = accessoryIds.filter((other) => other === id).length;
      return of.leftOut.includes(name) ? [] : [{ id, name, cost: 1, quantity: of.onlyOne.includes(name) ? 1 : asked }];
    });
  const accessories = async (_: number, dates?: RentalDates) => listOn(of, dates?.pickUpDate ?? days[0]);
  return memorySession({ depots: ['Auckland'], accessories, shown });
}

type Meant = ReadonlyMap<string, number>;

/** The names of what was sent, with their numbers, in the list of its dates. */
function namesSent(ids: readonly number[], date: string, of: World): Meant {
  const names = ids.map((id) => listOn(of, date).find((one) => one.id === id)?.name ?? '?');
  return new Map(names.map((name) => [name, names.filter((other) => other === name).length]));
}

function isWhole(meant: Meant, of: World): boolean {
  return [...meant].every(([name, count]) => !of.leftOut.includes(name) && (count === 1 || !of.onlyOne.includes(name)));
}

/** The meanings that a text can have: every division at its commas into names of the list, the longest names first. */
function meanings(texts: readonly string[], names: readonly string[]): Meant[] {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const name of divided(text, names)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts.has('?') ? [] : [counts];
}

function divided(text: string, names: readonly string[]): string[] {
  const plain = (one: string): string => one.trim().toLowerCase().replace(', ', ',');
  const exact = (one: string): string | undefined =>
    (/^\d+$/.test(one) ? names[Number(one)] : undefined) ??
    names.find((name) => name === one.trim()) ??
    (names.filter((name) => plain(name) === plain(one)).length === 1
      ? names.find((name) => plain(name) === plain(one))
      : undefined);
  const read = (pieces: readonly string[]): string[] | undefined => {
    if (pieces.length === 0) return [];
    for (let end = pieces.length; end > 0; end--) {
      const name = exact(pieces.slice(0, end).join(','));
      const rest = name === undefined ? undefined : read(pieces.slice(end));
      if (name !== undefined && rest !== undefined) return [name, ...rest];
    }
    return undefined;
  };
  return read(text.split(',')) ?? ['?'];
}

const line = { pickUp: '1', from: days[0], to: '+7d', vehicle: '11' };

interface Outcome {
  readonly sent: readonly number[];
  /** Whether the caller says that the price is of what was wanted; a link has no price. */
  readonly proven?: boolean;
}

const context = (session: Session): Context => {
  const note = (): void => {};
  const parts = { session: async () => session, note, warn: note, canPrompt: false };
  return { ...parts, io: { stdout: {} }, settings: {} } as unknown as Context;
};

type Caller = (accessory: readonly string[], session: Session, quoted: readonly Selection[]) => Promise<Outcome>;

const callers: Readonly<Record<string, Caller>> = {
  plan: async (accessory, session, quoted) => {
    const { value } = await planTrip({ ...line, accessory }, session);
    return { sent: quoted[0]?.accessoryIds ?? [], proven: unprovenOf(value).length === 0 };
  },
  quote: async (accessory, session, quoted) => {
    const result = await quote.run({ ...line, accessory } as never, context(session));
    return { sent: quoted[0]?.accessoryIds ?? [], proven: result?.exitCode !== 8 };
  },
  'book-link': async (accessory, session) => {
    const result = await bookLink.run({ ...line, accessory } as never, context(session));
    const ids = new URL((result?.value as { url: string }).url).searchParams.get('accessory_ids') ?? '';
    return { sent: ids.split(',').map(Number) };
  },
  get_quote: async (accessories, session, quoted) => {
    const input = { vehicle: '11', pick_up: '1', from: days[0], to: '+7d', accessories: [...accessories] };
    const document = await getQuote.run(input, { session, note: () => {} } as unknown as Call);
    const { missing } = document as { missing: string[] };
    return { sent: quoted[0]?.accessoryIds ?? [], proven: missing.length === 0 };
  },
};

test('every caller sends what was meant, or nothing', async () => {
  const priced = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(world, wanted, form, fc.constantFrom(...Object.keys(callers)), async (of, meant, how, caller) => {
      const { session, quoted } = operator(of);
      const outcome = await callers[caller]?.(written(meant, how), session, quoted).catch((error: unknown) => {
        if (!(error instanceof RentalError)) throw error;
        return undefined;
      });
      const asIs = new Map(meant.map(({ name, quantity }) => [name, quantity]));
      const isOffered = meant.every(({ name }) => of.accessories.includes(name));
      // With commas, neighbours can be another name.
      const possible = how === 'commas' ? meanings(written(meant, how), of.accessories) : isOffered ? [asIs] : [];
      if (outcome === undefined) {
        expect(how !== 'commas' && possible.length > 0, `${caller} refuses what it offers`).toBe(false);
        return;
      }
      const names = namesSent(outcome.sent, days[0], of);
      if (possible[0] !== undefined) expect(names, `sent by ${caller}`).toEqual(possible[0]);
      if (outcome.proven !== undefined) expect(outcome.proven, `${caller} on its price`).toBe(isWhole(names, of));
      priced.set(caller, (priced.get(caller) ?? 0) + 1);
    }),
    { numRuns: tries(2_000) },
  );
  // get_quote takes no parts of names.
  for (const caller of Object.keys(callers)) expect([caller, (priced.get(caller) ?? 0) > 15]).toEqual([caller, true]);
});

test('compare ranks an offer only if its quote shows what was meant, on each date', async () => {
  let ranked = 0;
  await fc.assert(
    fc.asyncProperty(world, wanted, async (of, meant) => {
      const { session } = operator(of);
      const accessory = written(meant, '2x name');
      const sweep = { pickUp: ['1'], from: `${days[0]}..${days[2]}`, nights: '2', accessory, quote: 'all' };
      const offers: Offer[] = [];
      try {
        for await (const event of runSweep(sweep, [session])) if (event.type === 'offer') offers.push(event.offer);
      } catch (error) {
        if (!(error instanceof RentalError)) throw error;
        return;
      }
      const asIs = new Map(meant.map(({ name, quantity }) => [name, quantity]));
      for (const { offer } of rankOffers(offers).byCurrency.flatMap((list) => list.offers)) {
        const names = namesSent(offer.basket.ids.accessoryIds, offer.pickUpDate, of);
        if (meant.every(({ name }) => of.accessories.includes(name))) expect(names).toEqual(asIs);
        expect(isWhole(names, of)).toBe(true);
        ranked++;
      }
    }),
    { numRuns: tries(500) },
  );
  expect(ranked).toBeGreaterThan(50);
});
