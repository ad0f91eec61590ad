// @module-tag long
/** Ctrl-C at every question of the wizard in a real terminal, in windows and with variables of several kinds. */
import { expect, test } from 'vitest';
import { operatorServer, tripFlags } from '../support/operator.ts';
import { answer, keys, terminal, type TerminalOptions } from '../support/pty.ts';

const left = { code: 130, cursorShown: true, cooked: true, lineEnded: true };
const { depots, dates, trip } = tripFlags;
/** Asks what next, whatever flags there are. */
const open = ['--pick-up', '1', '--drop-off', '2', ...dates, '--accessory', 'none', '--insurance', 'none'];

interface Question {
  readonly name: string;
  /** The flags that answer everything before it. */
  readonly flags: readonly string[];
  /** Leads on to it from the first question. */
  readonly before?: readonly (readonly [question: string, typed: string, seen?: string])[];
}

const questions: readonly Question[] = [
  { name: 'Pick-up depot', flags: [] },
  { name: 'Drop-off depot', flags: ['--pick-up', '1'] },
  { name: 'Pick-up date', flags: depots },
  { name: 'Drop-off date', flags: [...depots, '--from', '2027-01-15'] },
  { name: 'Vehicle', flags: trip },
  { name: 'Accessories', flags: [...trip, '--insurance', 'none'], before: [['Vehicle', '']] },
  {
    name: 'How many?',
    flags: trip,
    before: [
      ['Vehicle', ''],
      ['Accessories', keys.space, '◉ Snow chains'],
    ],
  },
  { name: 'Insurance', flags: [...trip, '--accessory', 'none'], before: [['Vehicle', '']] },
  { name: 'What next?', flags: open, before: [['Vehicle', '']] },
];

/** Runs the wizard up to the question. */
async function upTo({ name, flags, before = [] }: Question, options: TerminalOptions = {}) {
  const { baseUrl } = await operatorServer();
  const screen = terminal(['plan', '--base-url', baseUrl, ...flags], options);
  for (const [question, typed, seen] of before) await answer(screen, question, typed, seen);
  await screen.asks(name);
  return screen;
}

const windows: readonly (readonly [string, TerminalOptions])[] = [
  ['80 columns', { columns: 80 }],
  ['40 columns', { columns: 40, rows: 30 }],
  ['120 columns without colour', { columns: 120, env: { NO_COLOR: '1' } }],
];

const cases = questions.map((question, place) => [question, windows[place % windows.length]!] as const);

test.each(cases)('Ctrl-C at $name leaves the terminal as it was', async (question, [, options]) => {
  const screen = await upTo(question, options);
  screen.press(keys.ctrlC);
  expect(await screen.ended()).toEqual(left);
  expect(screen.screen()).not.toMatch(/navigate|⏎/);
  if (options.env !== undefined) expect(screen.raw()).not.toMatch(/\u001B\[[\d;]*3\d[\d;]*m/);
});

test('with TERM=dumb, which cannot draw, questions are plain lines, and Ctrl-C leaves them as well', async () => {
  const { baseUrl } = await operatorServer();
  const screen = terminal(['plan', '--base-url', baseUrl, ...open], { env: { TERM: 'dumb' } });
  await screen.shows(/^1\) Kea Camper[^]*Enter takes 1, b goes back:/m);
  screen.press(keys.enter);
  await screen.shows(/^What next\?$[^]*Enter takes 1, b goes back:/m);
  screen.press(keys.ctrlC);
  expect(await screen.ended()).toEqual(left);
  expect(screen.raw()).not.toContain('\u001B');
});
