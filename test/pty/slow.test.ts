// @module-tag long
/** A service that takes 14 s for each answer, which is less than one attempt may take. Here it answers only when the test says so. */
import { describe, expect, test } from 'vitest';
import { operatorServer as operator } from '../support/operator.ts';
import { keys, terminal } from '../support/pty.ts';
import { serve } from '../support/server.ts';

const trip = ['--pick-up', '1', '--drop-off', '2', '--from', '2030-01-05', '--to', '2030-01-12'];

/** The usual operator, whose answers wait at each request that `isHeld` names, until they are released. */
async function slowOperator(isHeld: (path: string) => boolean) {
  const original = await operator();
  const held: (() => void)[] = [];
  const { baseUrl } = await serve((request, response) => {
    const path = request.url ?? '';
    const answer = (): void => {
      void fetch(original.baseUrl + path).then(async (answer) => {
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
      });
    };
    if (isHeld(path)) held.push(answer);
    else answer();
  });
  const hasAsked = (): Promise<void> => expect.poll(() => held.length, { interval: 10 }).toBeGreaterThan(0);
  return { baseUrl, hasAsked, release: () => held.splice(0).forEach((answer) => answer()) };
}

/** Where nothing is printed, the terminal shows the `^C` itself, without a line break. */
const clean = { cursorShown: true, cooked: true, lineEnded: expect.any(Boolean) as boolean };

describe.each([
  ['quote', ['11', ...trip]],
  ['compare', trip],
])('%s', (command, words) => {
  test.each(['/depots', '/quotes'])('ends at once on Ctrl-C while %s is not answered', async (path) => {
    const { baseUrl, hasAsked } = await slowOperator((asked) => asked.startsWith(path));
    const screen = terminal([command, ...words, '--base-url', baseUrl, '--no-input']);
    await hasAsked();
    screen.press(keys.ctrlC);
    expect(await screen.ended()).toEqual({ code: 130, ...clean });
    expect(screen.screen()).not.toMatch(/error|hint/);
  });
});

test('compare prints the offers so far on Ctrl-C', async () => {
  const { baseUrl, hasAsked } = await slowOperator((path) => /^\/quotes.*vehicle_id=12/.test(path));
  const screen = terminal(['compare', ...trip, '--base-url', baseUrl], { columns: 100 });
  await hasAsked();
  await screen.shows(/\] 3 of 4/);
  screen.press(keys.ctrlC);
  expect(await screen.ended()).toEqual({ code: 130, ...clean });
  expect(screen.screen()).toMatch(/Kea Camper[^]*Partial: stopped early, with 1 offer of 4 requests/);
});

test('a window that is made narrower keeps nothing of the last status line', async () => {
  const { baseUrl } = await slowOperator((path) => path === '/depots');
  const screen = terminal(['depots', '--base-url', baseUrl], { columns: 60 });
  await screen.shows('looking for depots');
  screen.resize(16);
  await screen.shows(/^. looking fo.*…$/m);
  const lines = screen.screen().split('\n');
  expect(lines.filter((line) => !/^pid=|^$/.test(line))).toHaveLength(1);
  screen.press(keys.ctrlC);
  expect((await screen.ended()).code).toBe(130);
});
