// @module-tag long
/** Every screen as a terminal shows it: at 80 columns, comparisons also at 120, with and without colour. */
import { expect, test } from 'vitest';
import type { Env } from '../../src/base/files.ts';
import { isoInstant } from '../../src/base/instants.ts';
import { addAnswer, readTrip, removeTrip } from '../../src/trips/store.ts';
import { lastAnswer, type TripAnswer } from '../../src/trips/saved-trip.ts';
import { cleanEnvironment, temporaryFolder } from '../support/environment.ts';
import { run } from '../support/run.ts';
import { now, steadyTerminal } from '../support/screen.ts';
import { markedText, textOf } from '../support/styled-screen.ts';
import { waiting } from '../support/waiting.ts';
import { wizardQuestions } from './wizard-run.ts';

const route = ['--pick-up', 'auckland', '--drop-off', 'queenstown'];
const trip = [...route, '--from', '2026-12-20', '--to', '+7d', '--sandbox'];
const comparison = [...route, '--from', '2026-12-19', '--sandbox'];

const screens: Readonly<Record<string, readonly string[]>> = {
  start: [],
  'help-quote': ['quote', '--help'],
  depots: ['depots', '--sandbox'],
  availability: ['availability', ...trip],
  extras: ['extras', '101', ...trip],
  quote: ['quote', '101', ...trip, '--accessory', 'child seat,child seat', '--insurance', 'zero excess'],
  plan: ['plan', ...trip, '--vehicle', 'cheapest', '--insurance', 'none'],
  compare: ['compare', ...comparison, '--flex', '3', '--nights', '7..8'],
  'compare-calendar': ['compare', ...comparison, '--flex', '3', '--nights', '7..8', '--view', 'calendar'],
  'compare-groups': ['compare', ...comparison, '--nights', '7', '--group-by', 'vehicle'],
  'compare-dry-run': ['compare', ...comparison, '--nights', '7..9', '--dry-run'],
  'book-link': ['book-link', '101', ...trip],
  smoke: ['smoke', '--sandbox'],
  limits: ['limits', '--sandbox'],
  operators: ['operators'],
  trips: ['trips'],
  'trips-show': ['trips', 'show', 'south'],
  'trips-show-calendar': ['trips', 'show', 'december', '--view', 'calendar'],
  'trips-history': ['trips', 'history', 'south'],
  'trips-check': ['trips', 'check', 'south'],
  'unknown-depot': ['availability', '--pick-up', 'aukland', '--from', 'sat', '--to', '+3d', '--sandbox'],
};

const dayMs = 24 * 3_600_000;

/** A folder with saved trips, one of them with prices of the past. */
async function savedTrips(): Promise<string> {
  const data = temporaryFolder();
  const env = { ...cleanEnvironment(temporaryFolder()), XDG_DATA_HOME: data };
  const save = (...line: string[]) =>
    run([...line, '--pick-up', '1', '--drop-off', '10', '--sandbox', '-q'], { env, now: () => now });
  await save('quote', '101', '--from', '2026-12-20', '--to', '+7d', '--accessory', '301', '--save', 'south');
  await save('compare', '--from', '2026-12-19', '--flex', '1', '--nights', '7', '--save', 'december');
  await age(env, 'south');
  return data;
}

/** Forty answers before, some of them without a price, and another price in the newest one. */
async function age(env: Env, name: string): Promise<void> {
  const trip = readTrip(env, name);
  const newest = lastAnswer(trip);
  const { price } = newest;
  if (price === undefined || trip.kind !== 'quote') throw new Error('it has no quote');
  const { document } = trip;
  const accessories = document.priceBreakdown.accessories.map((one) => ({ ...one, cost: 77 }));
  const last = { ...document, priceBreakdown: { ...document.priceBreakdown, accessories }, totalAmount: 999 };
  const days = Array.from({ length: 40 }, (_, day): TripAnswer => {
    const askedAt = isoInstant(now - (40 - day) * dayMs);
    if (day > 20 && day < 26) return { askedAt, end: 'not_available' };
    return { askedAt, end: 'priced', price: { ...price, total: 900 + Math.round(80 * Math.sin(day / 5)) } };
  });
  await removeTrip(env, name, waiting());
  for (const answer of [...days, { ...newest, price: { ...price, total: 999 } }])
    await addAnswer(env, name, { ...answer, question: { ...trip, document: last } }, waiting(), { mayBeNew: true });
}

const wide = ['compare', 'compare-calendar', 'compare-groups'];
const sizes = Object.entries(screens).flatMap(([name, args]) =>
  [80, ...(wide.includes(name) ? [120] : [])].map((columns) => ({ name, args, columns })),
);

test.each(sizes)('$name looks as it did before in $columns columns', async ({ name, args, columns }) => {
  const shown = async (more: Readonly<Record<string, string>>) => {
    const saved = name.startsWith('trips') ? { XDG_DATA_HOME: await savedTrips() } : {};
    const run = steadyTerminal(args, columns, { ...saved, ...more });
    await run.ended();
    return run.html();
  };
  const [coloured, plain] = await Promise.all([shown({}), shown({ NO_COLOR: '1' })]);
  expect(plain.join('\n')).not.toMatch(/style='(?!text-decoration: underline;')/);
  const without = textOf(plain) === textOf(coloured) ? 'the same text' : textOf(plain);
  const page = `${markedText(coloured)}\n\n=== NO_COLOR ===\n${without}\n`;
  await expect(page).toMatchFileSnapshot(`pinned/${name}-${columns}.txt`);
});

/** The open question and what is below; everything if no question is open. */
function openQuestion(screen: readonly string[], question: string): readonly string[] {
  const first = screen.findLastIndex((line) => textOf([line]).startsWith(`? ${question}`));
  return screen.slice(Math.max(0, first));
}

async function pages(env: Record<string, string>, show: (lines: readonly string[]) => string) {
  const shown: string[] = [];
  for await (const { question, screen } of wizardQuestions(80, env)) {
    shown.push(show(openQuestion(screen, question)));
  }
  return shown;
}

test('the questions of the wizard look as they did before', async () => {
  const [coloured, plain] = await Promise.all([pages({}, markedText), pages({ NO_COLOR: '1' }, textOf)]);
  const together = coloured.map((page, index) => `${page}\n--- NO_COLOR ---\n${plain[index]}`);
  await expect(`${together.join('\n\n===\n')}\n`).toMatchFileSnapshot(`pinned/wizard-80.txt`);
});
