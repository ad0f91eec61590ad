// @module-tag long
import { expect, it } from 'vitest';
import { keys, terminal, type Terminal } from '../support/pty.ts';
import { sample } from '../support/thorough.ts';

const long = 'x'.repeat(20_000);
const dates = ['--pick-up', '1', '--drop-off', '2'];

/** To draw the question after each key takes more than a minute. Then no test ends before the time limit of its condition. */
const answered = [
  ['a depot', [], 'Pick-up depot', '', 'auckland', '✔ Pick-up depot Auckland'],
  ['a date', dates, 'Pick-up date', keys.enter, '2030-01-15', '✔ Pick-up date Tue 15 Jan 2030'],
] as const;

it.each(sample(answered, 2))(
  '%s is asked for: a very long paste is cut, and the question can be answered',
  async (...row) => {
    const [, flags, question, submit, answer, shown] = row;
    const screen = terminal(['plan', '--sandbox', ...flags]);
    await screen.asks(question);
    await screen.paste(long);
    await pressUntilShown(screen, submit, 'too long: text that is pasted here is cut at 500 characters');
    // With the line of keys, so that a question is not taken for empty while it is drawn.
    await pressUntilShown(screen, keys.ctrlU, /^(?!.*xx)(?=.*⏎)/s);
    screen.press(answer);
    await screen.shows(` ${answer}`);
    screen.press(keys.enter);
    await screen.shows(shown);
    screen.press(keys.ctrlC);
    expect((await screen.ended()).code).toBe(130);
  },
);

const questions = [
  ['a vehicle', [...dates, '--from', '+30d', '--to', '+7d'], 'Vehicle'],
  ['a depot', [], 'Pick-up depot'],
  ['a date', dates, 'Pick-up date'],
] as const;

it.each(sample(questions, 3))('%s is asked for: Ctrl-C works after a very long paste', async (_, flags, question) => {
  const screen = terminal(['plan', '--sandbox', ...flags]);
  await screen.asks(question);
  await screen.paste(long + keys.ctrlC);
  expect(await screen.ended()).toEqual({ code: 130, cursorShown: true, cooked: true, lineEnded: true });
});

/** A key right after a paste counts as its end and is lost. */
async function pressUntilShown(screen: Terminal, key: string, seen: string | RegExp): Promise<void> {
  const timer = setInterval(() => screen.press(key), 250);
  await screen.shows(seen).finally(() => clearInterval(timer));
}
