import { expect, it } from 'vitest';
import { operatorServer as operator } from '../support/operator.ts';
import { keys, terminal } from '../support/pty.ts';
import { isThorough } from '../support/thorough.ts';

const trip = ['--pick-up', '1', '--drop-off', '2', '--from', '2027-01-15', '--to', '+7d'];

/** Counts from when the quote is asked for. */
const validFor = (ms: number) => ({
  get expiresAt() {
    return new Date(Date.now() + ms).toISOString();
  },
});

it.each(isThorough ? [100, 80, 66, 40] : [66])(
  'the time that a quote is valid counts down on %i columns',
  async (columns) => {
    const { baseUrl } = await operator({ quotes: [validFor(90_000)] });
    const flags = ['--accessory', '1', '--insurance', '7'];
    const screen = terminal(['plan', '--base-url', baseUrl, ...trip, ...flags], { columns });
    for (const question of ['Vehicle', 'Is this right?']) {
      await screen.asks(question);
      screen.press(keys.enter);
    }
    const left = /What next\? quote valid until[^?]*\sNZ[DS]T:\s+(\d+) s [█░]{8}/;
    await screen.shows(left);
    screen.press(keys.down);
    await screen.shows('❯ Print');
    const first = left.exec(screen.screen())?.[1];
    await screen.shows(new RegExp(`NZ[DS]T:\\s+(?!${first} )\\d+ s █`));
    // Nothing of the earlier drawings remains, and the cursor is where it was.
    expect(screen.screen().match(/What next\?/g)).toHaveLength(1);
    expect(screen.screen().match(/\d s █/g)).toHaveLength(1);
    expect(screen.screen()).toMatch(/^❯ Print the booking link/m);
    screen.press(keys.enter);
    await screen.shows('/book?pick_up');
    await screen.asks('What next?');
    screen.press(keys.down.repeat(8));
    await screen.shows('❯ Done');
    screen.press(keys.enter);
    expect(await screen.ended()).toEqual({ code: 0, cursorShown: true, cooked: true, lineEnded: true });
    expect(screen.screen()).toMatch(/^✔ What next\? Done$/m);
    expect(screen.screen()).not.toContain('█');
  },
);

it('a window that is made narrower keeps nothing of earlier drawings', async () => {
  const { baseUrl } = await operator({ quotes: [validFor(90_000)] });
  const flags = ['--accessory', '1', '--insurance', '7'];
  const screen = terminal(['plan', '--base-url', baseUrl, ...trip, ...flags], { columns: 110, rows: 50 });
  for (const question of ['Vehicle', 'Is this right?']) {
    await screen.asks(question);
    screen.press(keys.enter);
  }
  const left = /What next\? quote valid until[^?]*\sNZ[DS]T:\s+(\d+) s █/;
  await screen.shows(left);
  for (const columns of [60, 44]) {
    screen.resize(columns);
    const before = left.exec(screen.screen())?.[1];
    await screen.shows(new RegExp(`NZ[DS]T:\\s+(?!${before} )\\d+ s █`));
    expect(screen.screen().match(/What next\?/g)).toHaveLength(1);
    expect(screen.screen().match(/Auckland → Christchurch · /g)).toHaveLength(1);
    expect(screen.screen().match(/Done/g)).toHaveLength(1);
  }
  screen.press(keys.escape);
  await screen.asks('Is this right?');
  expect(screen.screen()).not.toMatch(/What next|quote valid/);
  screen.press(keys.ctrlC);
  expect((await screen.ended()).code).toBe(130);
});

it('says so when a quote expires while the question is open', { tags: ['long'] }, async () => {
  const { baseUrl } = await operator({ quotes: [validFor(3000), { totalAmount: 703.5 }] });
  const flags = ['--accessory', '1', '--insurance', '7'];
  const screen = terminal(['plan', '--base-url', baseUrl, ...trip, ...flags]);
  for (const question of ['Vehicle', 'Is this right?']) {
    await screen.asks(question);
    screen.press(keys.enter);
  }
  await screen.shows(/NZ[DS]T: expired/);
  screen.press(keys.enter);
  await screen.asks('Ask for it again?');
  screen.press(keys.enter);
  await screen.shows('Compared with the last quote: +7.00');
  await screen.shows(/29 min █+/);
  screen.press(keys.ctrlC);
  expect((await screen.ended()).code).toBe(130);
});
