// @module-tag long
/** Every question of the wizard in a real terminal: back, away by Ctrl-C, and stopped by Ctrl-Z; in windows and with variables of several kinds. */
import { describe, expect, test } from 'vitest';
import { jobShell } from '../support/job-shell.ts';
import { operatorServer, tripFlags } from '../support/operator.ts';
import { answer, keys, terminal, type TerminalOptions } from '../support/pty.ts';

const left = { code: 130, cursorShown: true, cooked: true, lineEnded: true };
const { depots, dates, trip } = tripFlags;
const vehicle = [...trip, '--vehicle', '11'];
const whole = [...vehicle, '--accessory', 'none', '--insurance', 'none'];
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
  {
    name: 'Name of the trip',
    flags: open,
    before: [
      ['Vehicle', ''],
      ['What next?', keys.down.repeat(7), '❯ Save'],
    ],
  },
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

test.each(cases)(
  'Ctrl-C at $name leaves the terminal as it was, with the command so far',
  async (question, [, options]) => {
    const screen = await upTo(question, options);
    screen.press(keys.ctrlC);
    expect(await screen.ended()).toEqual(left);
    const shown = screen.screen().replaceAll('\n', '');
    // Nothing was answered yet at the first one.
    expect(shown.includes('rental plan --base-url')).toBe(question.name !== 'Pick-up depot');
    expect(shown).not.toMatch(/navigate|⏎/);
    if (options.env !== undefined) expect(screen.raw()).not.toMatch(/\u001B\[[\d;]*3\d[\d;]*m/);
  },
);

test('with TERM=dumb, which cannot draw, questions are plain lines, and Ctrl-C leaves them as well', async () => {
  const { baseUrl } = await operatorServer();
  const screen = terminal(['plan', '--base-url', baseUrl, ...open], { env: { TERM: 'dumb' } });
  await screen.shows(/^1\) Kea Camper[^]*Enter takes 1:/m);
  screen.press(keys.enter);
  await screen.shows(/^What next\?$[^]*Enter takes 1:/m);
  screen.press(keys.ctrlC);
  expect(await screen.ended()).toEqual(left);
  expect(screen.raw()).not.toContain('\u001B');
  expect(screen.screen().replaceAll('\n', '')).toContain('--vehicle 11 --accessory none --insurance none');
});

test('Esc leads back through every question with its answer, and ends the wizard at the first', async () => {
  const screen = await upTo({ name: 'Pick-up depot', flags: [] }, { rows: 60 });
  const answers = [
    ['Pick-up depot', 'auck', '? Pick-up depot auck'],
    ['Drop-off depot', 'christ', '❯ Christchurch'],
    ['Pick-up date', '15 jan 2027', '15 jan 2027'],
    ['Drop-off date', '+7d', '7 nights'],
    ['Vehicle', '', 'Kea Camper'],
    ['Accessories', keys.space, '◉ Snow chains'],
    ['How many?', '2', '2'],
    ['Insurance', keys.down, '❯ Full cover'],
  ] as const;
  for (const [question, typed, seen] of answers) await answer(screen, question, typed, seen);
  await screen.asks('What next?');
  // The number is asked together with the accessory.
  const back = answers.map(([question]) => question).filter((question) => question !== 'How many?');
  for (const question of back.toReversed()) {
    const before = screen.raw().length;
    screen.press(keys.escape);
    await screen.until(() => screen.raw().slice(before).includes(question), `"${question}" again`);
    await screen.asks(question);
  }
  screen.press(keys.escape);
  expect(await screen.ended()).toEqual(left);
  const shown = screen.screen().replaceAll('\n', '');
  expect(shown).toContain('That was the first question: the wizard ends.');
  expect(shown).toContain('--from 2027-01-15 --to 2027-01-22 --vehicle 11 --accessory 1,1 --insurance 7');
});

describe('Ctrl-Z and fg', () => {
  test.each([
    ['the picture of a month', depots, 'Pick-up date', '15 jan 2027', '[15]', 'Drop-off date'],
    ['the boxes', vehicle, 'Accessories', keys.space, '◉ Snow chains', 'How many?'],
    ['the menu', whole, 'Vehicle', keys.down, '❯ Moa Van', 'What next?'],
  ])('at %s show it again with what was chosen', async (_, flags, question, typed, seen, next) => {
    const { baseUrl } = await operatorServer();
    const shell = jobShell('bash', { columns: 100, rows: 40 });
    const given = question === 'Vehicle' ? open : flags;
    await shell.start(`plan --base-url ${baseUrl} ${given.join(' ').replace('--vehicle 11', '')}`);
    if (question === 'Accessories') await answer(shell, 'Vehicle', '', 'navigate');
    await shell.asks(question);
    shell.press(typed);
    await shell.shows(seen);
    shell.press(keys.ctrlZ);
    await shell.shows('Stopped');
    await shell.type('echo "<""back>"; fg');
    const since = (): string => shell.screen().slice(shell.screen().lastIndexOf('<back>'));
    await shell.until(() => since().includes(seen), `"${seen}" again`);
    expect(since().match(/\? /g)).toHaveLength(1);
    shell.press(keys.enter);
    await shell.until(() => since().includes(next), `the question "${next}"`);
    shell.press(keys.ctrlC);
    expect(await shell.state()).toEqual(left);
  });
});
