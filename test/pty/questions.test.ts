// @module-tag long
/** While a question is open, nothing else draws on the terminal: not the progress, not a note. */
import { expect, it } from 'vitest';
import { operatorServer as operator } from '../support/operator.ts';
import { keys, terminal, type Terminal } from '../support/pty.ts';

const others = /[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏░]|note:|waiting|GET /;
const backspace = '\u007F';
/** More keys than one drawing of the status line takes. */
const presses = 25;

/** Types into the question for a while, takes it back, and looks at all that was written meanwhile. */
async function isAlone(screen: Terminal, question: string, key = 'x', back = backspace): Promise<void> {
  await screen.asks(question);
  const start = screen.raw().length;
  for (let count = 0; count < presses; count += 1) {
    for (const typed of [key, back]) {
      const before = screen.raw().length;
      screen.press(typed);
      await screen.until(() => screen.raw().length > before, `the key ${count} at ${question}`);
    }
  }
  expect(screen.raw().slice(start)).not.toMatch(others);
  // A question is cleared before it is drawn again.
  await screen.until(() => screen.screen().match(/^\? /gm)?.length === 1, `one question, ${question}`);
}

const trips = '--pick-up 1,2 --from +30d..+9d --nights 7..9 --quote all';

it('the question of compare after the vehicles are known', { timeout: 60_000 }, async () => {
  const line = `compare ${trips} --max-requests 100 -v`;
  const fleet = Object.fromEntries(Array.from({ length: 40 }, (__, index) => [index + 1, `Van ${index + 1}`]));
  const { baseUrl, requests } = await operator({ fleet: () => fleet });
  const screen = terminal([...line.split(' '), '--base-url', baseUrl], { columns: 100 });
  await isAlone(screen, 'This takes', 'n');
  const sent = requests.length;
  // More requests than allowed need more than the Enter key.
  screen.press(keys.enter);
  expect(await screen.ended()).toMatchObject({ code: 2, cursorShown: true, cooked: true, lineEnded: true });
  expect(screen.screen()).toMatch(/✔ This takes .* Send them\? No\n/);
  expect(requests).toHaveLength(sent);
});

it('the questions of the wizard', { timeout: 60_000 }, async () => {
  const { baseUrl } = await operator();
  const screen = terminal(['plan', '-v', '--base-url', baseUrl], { columns: 100, rows: 40 });
  const list = [keys.down, keys.up] as const;
  const answer = async (question: string, typed: string, ...pressed: readonly string[]): Promise<void> => {
    await isAlone(screen, question, ...pressed);
    screen.press(`${typed}${keys.enter}`);
  };
  await answer('Pick-up depot', '');
  await answer('Drop-off depot', '');
  await answer('Pick-up date', '15 jan 2027');
  await answer('Drop-off date', '+7d');
  await answer('Vehicle', '', ...list);
  await answer('Accessories', keys.space, keys.space, keys.space);
  await answer('How many?', '');
  await answer('Insurance', '', ...list);
  await isAlone(screen, 'What next?', ...list);
  screen.press(keys.ctrlC);
  expect((await screen.ended()).code).toBe(130);
});
