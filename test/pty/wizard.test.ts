import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { program } from '../support/program.ts';
import { keys, terminal, type Terminal } from '../support/pty.ts';
import { operatorServer as operator } from '../support/operator.ts';
import { isThorough, sample } from '../support/thorough.ts';

const clean = { cursorShown: true, cooked: true, lineEnded: true };

/** Answers one question. Presses Enter only after the screen shows `seen`. */
async function answer(screen: Terminal, question: string, typed: string, seen?: string): Promise<void> {
  await screen.asks(question);
  if (seen === undefined) return screen.press(typed + keys.enter);
  screen.press(typed);
  await screen.shows(seen);
  screen.press(keys.enter);
}

const dates = ['--from', '2027-01-15', '--to', '+7d'];
const trip = ['--pick-up', '1', '--drop-off', '2', ...dates];

describe('the wizard in a terminal', () => {
  it('goes from the first question to an equivalent command, which prints the same plan', async () => {
    const { baseUrl } = await operator();
    const screen = terminal(['plan', '--base-url', baseUrl]);
    await answer(screen, 'Pick-up depot', 'auck', '? Pick-up depot auck');
    await screen.asks('Drop-off depot');
    await screen.shows('❯ Auckland (same depot)');
    await answer(screen, 'Drop-off depot', 'chr', '? Drop-off depot chr');
    await answer(screen, 'Pick-up date', '15 jan 2027');
    await screen.shows('✔ Pick-up date Fri 15 Jan 2027');
    await screen.shows('pick-up at Auckland: 09:00');
    await answer(screen, 'Drop-off date', '+7d');
    await screen.shows(
      /❯ Kea Camper +99\.50 a day +about 696\.50 for 7 nights\n +Moa Van +120\.00 a day +about 840\.00/,
    );
    await answer(screen, 'Vehicle', '');
    await screen.shows('unit not stated; the quote shows the sum');
    await answer(screen, 'Accessories', keys.space, '◉ Snow chains');
    await answer(screen, 'How many? Snow chains (1; 0 leaves it out)', '2');
    await screen.shows('✔ How many? Snow chains 2');
    await answer(screen, 'Insurance', keys.down, '❯ Full cover');
    await screen.shows(/Total NZD \.+ 696\.50/);
    // After a change of dates, everything else is already answered.
    await answer(screen, 'What next?', keys.down.repeat(2), '❯ Change dates');
    await answer(screen, 'Pick-up date', '16 jan 2027');
    await answer(screen, 'Drop-off date', '');
    await answer(screen, 'What next?', keys.down, '❯ Print');
    await screen.shows('/book?pick_up_depot_id=1');
    await answer(screen, 'What next?', keys.down.repeat(8), '❯ Done');
    expect(await screen.ended()).toEqual({ code: 0, ...clean });

    const command = /rental plan (--base-url.*--no-input)/.exec(screen.raw())?.[1] ?? '';
    expect(command).toBe(
      `--base-url ${baseUrl} --pick-up 1 --drop-off 2 --from 2027-01-16 --to 2027-01-22 --vehicle 11 --accessory 1,1 --insurance 7 --no-input`,
    );
    expect(screen.screen()).toContain('Q-11-2027-01-16');
    const again = await program(['plan', ...command.split(' '), '--json']);
    expect(again).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(again.stdout)).toMatchObject({ quote: { quoteId: 'Q-11-2027-01-16' }, insurance: { id: 7 } });
  });

  it('saves the trip at its end, under a name that can be used, and prints the result to stdout', async () => {
    const { baseUrl } = await operator();
    const screen = terminal(['plan', '--base-url', baseUrl, ...trip, '--json'], { redirect: '> trip.json' });
    await answer(screen, 'Vehicle', keys.down, '❯ Moa Van');
    await answer(screen, 'What next?', 'save', '❯ Save this trip');
    await answer(screen, 'Name of the trip', 'a/b', 'a/b');
    await screen.shows('"a/b" cannot be the name of a trip');
    screen.press(`${keys.ctrlU}moa${keys.enter}`);
    await screen.shows('saved: rental trips show moa');
    await answer(screen, 'What next?', 'done', '❯ Done');
    expect(await screen.ended()).toEqual({ code: 0, ...clean });
    const printed = readFileSync(join(screen.folder, 'trip.json'), 'utf8');
    const shown = await program(['trips', 'show', 'moa', '--json'], { env: { HOME: screen.folder } });
    for (const document of [printed, shown.stdout]) {
      expect(JSON.parse(document)).toMatchObject({
        ...{ pickUp: { depot: { id: 1 }, date: '2027-01-15' }, vehicle: { name: 'Moa Van' } },
        ...{ accessories: [], insurance: null, quote: { quoteId: 'Q-12-2027-01-15' } },
      });
    }
  });
});

/** Each question, with the flags and the answers that lead to it. */
const questions: readonly (readonly [question: string, flags: readonly string[], before: readonly string[]])[] = [
  ['Pick-up depot', [], []],
  ['Drop-off depot', ['--pick-up', '1'], []],
  ['Pick-up date', ['--pick-up', '1', '--drop-off', '2'], []],
  ['Drop-off date', ['--pick-up', '1', '--drop-off', '2', '--from', '2027-01-15'], []],
  ['Vehicle', trip, []],
  ['Accessories', trip, ['Vehicle']],
  ['Insurance', [...trip, '--accessory', '1'], ['Vehicle']],
  ['Try again?', [...trip, '--accessory', '1', '--insurance', '7'], ['Vehicle']],
  ['What next?', [...trip, '--accessory', '1', '--insurance', '7'], ['Vehicle']],
];

async function openQuestion([question, flags, before]: (typeof questions)[number]): Promise<Terminal> {
  const { baseUrl } = await operator({ failures: question === 'Try again?' ? 1 : 0 });
  const screen = terminal(['plan', '--base-url', baseUrl, ...flags, '--retries', '0']);
  for (const one of before) await answer(screen, one, '');
  await screen.asks(question);
  return screen;
}

/** Runs three at a time, because more would slow each other down. */
async function inParallel<T, R>(items: readonly T[], use: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const remaining = [...items.entries()];
  const worker = async (): Promise<void> => {
    for (let next = remaining.shift(); next !== undefined; next = remaining.shift())
      results[next[0]] = await use(next[1]);
  };
  await Promise.all([worker(), worker(), worker()]);
  return results;
}

describe('a clean terminal', () => {
  const everywhere = questions.map(([question]) => question);
  // One question of each kind: all questions of a kind share the code that ends them.
  const kinds = ['Pick-up depot', 'Pick-up date', 'Vehicle', 'Accessories', 'Try again?'];

  it.each([
    ['Ctrl-C', 130, isThorough ? everywhere : kinds, (screen: Terminal) => screen.press(keys.ctrlC)],
    ['Ctrl-D', 130, sample(kinds, 3), (screen: Terminal) => screen.press(keys.ctrlD)],
    ['SIGTERM', 143, sample(kinds, 3), (screen: Terminal) => screen.kill('SIGTERM')],
  ])('is left by %s with exit code %i', async (_, code, asked, leave) => {
    const places = questions.filter(([question]) => asked.includes(question));
    const ends = await inParallel(places, async (place) => {
      const screen = await openQuestion(place);
      leave(screen);
      return { question: place[0], ...(await screen.ended()) };
    });
    expect(ends).toEqual(asked.map((question) => ({ question, code, ...clean })));
  });

  it('is left by Ctrl-C during a request', async () => {
    const { baseUrl, requests } = await operator({ hangs: true });
    const screen = terminal(['plan', '--base-url', baseUrl, ...trip, '--accessory', '1', '--insurance', '7']);
    await answer(screen, 'Vehicle', '');
    await screen.shows('asking for the quote');
    expect(requests.at(-1)).toContain('/quotes');
    screen.press(keys.ctrlC);
    expect(await screen.ended()).toEqual({ code: 130, ...clean });
  });
});

describe('colours and layout of the questions', () => {
  const colour = /\u001B\[[0-9;]*m/;

  it.each([
    ['have colour on a terminal, also if stdout is not one', {}, '> out.txt', true],
    ['have no colour with NO_COLOR, despite FORCE_COLOR', { NO_COLOR: '1', FORCE_COLOR: '1' }, '', false],
  ] as const)('%s', async (_, env, redirect, expected) => {
    const { baseUrl } = await operator();
    const screen = terminal(['plan', '--base-url', baseUrl, ...trip], { env, redirect });
    await answer(screen, 'Vehicle', '');
    await screen.asks('Accessories');
    await screen.shows('Snow chains');
    screen.press(keys.ctrlC);
    await screen.ended();
    expect(screen.raw()).not.toContain('Warning');
    expect(colour.test(screen.raw())).toBe(expected);
  });

  const hostile = {
    depot: '札幌駅前\u001B]0;owned\u0007',
    vehicle: '大型キャンピングカー\u202Eedis🚐\u001B[2J 家族みんなで乗れる七人乗り特別仕様',
    accessory: 'Chains\r\u009B31m🏔️',
  };

  it.each(sample([40, 80], 2))('stay aligned with hostile and wide names on %i columns', async (columns) => {
    const { baseUrl } = await operator({ names: hostile });
    const screen = terminal(['plan', '--base-url', baseUrl, '--pick-up', '1', ...dates], { columns });
    await answer(screen, 'Drop-off depot', keys.down, '❯ 札幌駅前<U+001B>]0;owned<U+0007>');
    await screen.shows(/❯ 大型.*99\.50 a day.*\n {2}Moa Van +120\.00 a day.*\n/);
    const [first = '', second = ''] = screen
      .screen()
      .split('\n')
      .filter((line) => line.includes(' a day'));
    expect(Math.max(cells(first), cells(second))).toBeLessThan(columns);
    expect(cells(first)).toBe(cells(second));
    await answer(screen, 'Vehicle', '');
    await answer(screen, 'Accessories', keys.space, '◉ Chains<U+000D><U+009B>31m');
    await answer(screen, 'How many? Chains<U+000D><U+009B>31m', '');
    await answer(screen, 'Insurance', '');
    await answer(screen, 'What next?', keys.down.repeat(8), '❯ Done');
    expect(await screen.ended()).toEqual({ code: 0, ...clean });
    expect(screen.raw()).not.toMatch(/\u001B\]0;|\u0007|\u202E|\u001B\[2J|\u009B/);
  });

  it('fit a terminal of few lines', async () => {
    const screen = terminal(['plan', '--sandbox', '--pick-up', '1'], { rows: 11 });
    await screen.asks('Drop-off depot');
    await screen.shows('navigate');
    for (let i = 0; i < 4; i++) screen.press(keys.down);
    screen.press('queen');
    await screen.shows('Drop-off depot queen');
    await screen.shows('❯ Queenstown');
    // Nothing of an earlier drawing remains.
    expect(screen.screen().match(/Drop-off depot/g)).toHaveLength(1);
    screen.press(keys.ctrlC);
    expect(await screen.ended()).toEqual({ code: 130, ...clean });
  });
});

it('asks nothing once everything is given, and does not change the modes of the terminal', async () => {
  const { baseUrl } = await operator();
  const screen = terminal(['plan', '--base-url', baseUrl, ...trip, '--vehicle', 'cheapest']);
  expect(await screen.ended()).toEqual({ code: 0, ...clean });
  expect(screen.raw()).not.toContain('\u001B[?25');
});

function cells(line: string): number {
  return [...line].reduce(
    (width, character) => width + (/[\u2E80-\u9FFF\p{Emoji_Presentation}]/u.test(character) ? 2 : 1),
    0,
  );
}
