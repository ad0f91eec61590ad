// @module-tag long
/** Every screen as a terminal of 60, 80, 100 and 120 columns shows it: at 80 with colour, too. */
import { cpSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import type { Env } from '../../src/base/files.ts';
import { isoInstant } from '../../src/base/instants.ts';
import { addAnswer, readTrip, removeTrip } from '../../src/trips/store.ts';
import { textWidth } from '../../src/terminal/width.ts';
import type { TripAnswer } from '../../src/trips/saved-trip.ts';
import { lastAnswer } from '../../src/trips/history.ts';
import { cleanEnvironment, temporaryFolder } from '../support/environment.ts';
import { run } from '../support/run.ts';
import { now, steadyTerminal } from '../support/screen.ts';
import { markedText, textOf } from '../support/styled-screen.ts';
import { lockContext } from '../support/waiting.ts';
import { lookAlikeScreens, screens } from './commands.ts';
import { lookAlikes } from './look-alikes.ts';
import { wizardQuestions } from './wizard-run.ts';

const dayMs = 24 * 3_600_000;

/** A folder with saved trips, one of them with prices of the past. */
async function savedTrips(): Promise<string> {
  const data = temporaryFolder();
  const env = { ...cleanEnvironment(temporaryFolder()), XDG_DATA_HOME: data };
  const save = (...line: string[]) =>
    run([...line, '--pick-up', '1', '--drop-off', '10', '--sandbox', '-q'], {
      env,
      now: () => now,
    });
  await save(
    'quote',
    '101',
    '--from',
    '2026-12-20',
    '--to',
    '+7d',
    '--accessory',
    '301',
    '--save',
    'south',
  );
  await save(
    'compare',
    '--from',
    '2026-12-19',
    '--flex',
    '1',
    '--nights',
    '7',
    '--save',
    'december',
  );
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
  const last = {
    ...document,
    priceBreakdown: { ...document.priceBreakdown, accessories },
    totalAmount: 999,
  };
  const days = Array.from({ length: 40 }, (_, day): TripAnswer => {
    const askedAt = isoInstant(now - (40 - day) * dayMs);
    if (day > 20 && day < 26) return { askedAt, end: 'not_available' };
    return {
      askedAt,
      end: 'priced',
      price: { ...price, total: 900 + Math.round(80 * Math.sin(day / 5)) },
    };
  });
  await removeTrip(env, name, lockContext());
  for (const answer of [...days, { ...newest, price: { ...price, total: 999 } }])
    await addAnswer(
      env,
      name,
      { ...answer, question: { ...trip, document: last } },
      lockContext(),
      {
        mayBeNew: true,
      },
    );
}

const all = Object.entries({ ...screens, ...lookAlikeScreens });

test.each(all)('%s looks as it did before in 60, 80, 100 and 120 columns', async (name, args) => {
  const saved = name.startsWith('trips') ? await savedTrips() : undefined;
  // One folder for all widths: later ones reuse what the first one has stored, and say so.
  const configured = name in lookAlikeScreens ? lookAlikes() : {};
  const shownIn = async (columns: number, more: Readonly<Record<string, string>>) => {
    const data = temporaryFolder();
    // To check a trip changes it.
    if (saved !== undefined) cpSync(saved, data, { recursive: true });
    const run = steadyTerminal(args, columns, {
      ...(saved && { XDG_DATA_HOME: data }),
      ...configured,
      ...more,
    });
    await run.ended();
    return run;
  };
  const coloured = await (await shownIn(80, {})).html();
  const parts = [`=== 80 columns ===\n${markedText(coloured)}`];
  for (const columns of [80, 60, 100, 120]) {
    const plain = await shownIn(columns, { NO_COLOR: '1' });
    expect(plain.raw()).not.toMatch(/\u001B\[[\d;]*m/);
    expect(overlong(plain.raw(), columns)).toEqual([]);
    parts.push(
      `=== ${columns} columns, no colour ===\n${onlyNew(plain.screen(), textOf(coloured))}`,
    );
  }
  await expect(`${parts.join('\n\n')}\n`).toMatchFileSnapshot(`pinned/${name}.txt`);
});

/**
 * Lines that the terminal breaks. What is copied is whole: an address, and the examples of a help
 * page.
 */
function overlong(raw: string, columns: number): readonly string[] {
  const lines = stripVTControlCharacters(raw).split(/\r?\n/);
  return lines.filter((line) => textWidth(line) > columns && !/^\S+$|^ {2}rental /.test(line));
}

/** The text without those of its paragraphs that the other text has, too. */
function onlyNew(text: string, other: string): string {
  const known = other.split('\n\n');
  const shown = text
    .split('\n\n')
    .map((part) => (known.includes(part) ? '[as in 80 columns]' : part));
  return shown.filter((part, place) => part !== shown[place - 1]).join('\n\n');
}

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
  const [coloured, plain] = await Promise.all([
    pages({}, markedText),
    pages({ NO_COLOR: '1' }, textOf),
  ]);
  const together = coloured.map((page, index) => `${page}\n--- NO_COLOR ---\n${plain[index]}`);
  await expect(`${together.join('\n\n===\n')}\n`).toMatchFileSnapshot(`pinned/wizard-80.txt`);
});
