// @module-tag long
/** Long results in a pager, in a real terminal. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { keys, terminal, type Terminal } from '../support/pty.ts';
import { serve } from '../support/server.ts';
import { always } from '../support/service.ts';

const clean = { code: 0, cursorShown: true, cooked: true, lineEnded: true };
/** A long table, without a request. */
const long = ['smoke', '--list'];
const last = '39 checks';

/** Like a user's shell: `terminal` itself switches the pager off for other tests. */
function paged(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  rows = 24,
): Terminal {
  return terminal(args, { rows, env: { RENTAL_NO_PAGER: '0', ...env } });
}

test('less shows the help from its start, Ctrl-C leaves it open, and q ends the command with 0', async () => {
  const screen = paged(['--help']);
  const last = 'rental <command> --help';
  await screen.shows(/USAGE[^]*\n:$/);
  expect(screen.screen()).not.toContain(last);
  screen.press(keys.ctrlC);
  screen.press(keys.ctrlC);
  // less drops keys that come with an interrupt.
  await vi.waitFor(
    () => {
      screen.press('G');
      expect(screen.screen()).toContain(last);
    },
    { timeout: 20_000, interval: 100 },
  );
  screen.press('q');
  expect(await screen.ended()).toMatchObject(clean);
  expect(screen.raw()).not.toContain('error:');
});

test('an answer is saved before the pager starts, because the terminal can be closed in it', async () => {
  const trip = ['--pick-up', '1', '--from', '+30d..+33d', '--nights', '7'];
  const screen = paged(
    ['compare', '--sandbox', ...trip, '--save', 'closed'],
    { NO_COLOR: '1', XDG_DATA_HOME: '' },
    10,
  );
  await screen.shows(/\n:$/);
  expect(screen.raw()).toMatch(/note: saved: .*closed/);
  expect(existsSync(join(screen.folder, '.local', 'share', 'rental', 'trips', 'closed.json'))).toBe(
    true,
  );
  screen.press('q');
  expect(await screen.ended()).toMatchObject(clean);
  expect(screen.raw().match(/note: saved: .*closed/g)).toHaveLength(1);
});

test('an answer that cannot be saved is shown all the same, and the error comes after the pager', async () => {
  const trip = ['--pick-up', '1', '--from', '+30d..+33d', '--nights', '7'];
  const line = ['compare', '--sandbox', ...trip, '--save', 'it'];
  const screen = paged(line, { XDG_DATA_HOME: '/dev/null' }, 10);
  await screen.shows(/\n:$/);
  expect(screen.raw()).not.toContain('error:');
  screen.press('q');
  expect(await screen.ended()).toMatchObject({ code: 9 });
  expect(screen.raw()).toContain('error:');
});

test('less shows names with accents also where no locale is set, as in a container', async () => {
  const screen = paged(['depots', '--sandbox'], { LC_ALL: 'C' }, 10);
  await screen.shows(/Whangārei[^]*\n:$/);
  expect(screen.raw()).not.toContain('<C4>');
  screen.press('q');
  expect(await screen.ended()).toMatchObject(clean);
});

test('a QR code is printed without the pager, which would cut it', async () => {
  const trip = ['--pick-up', '1', '--from', '+30d', '--to', '+7d'];
  const screen = paged(
    ['quote', '101', '--sandbox', ...trip, '--qr'],
    { RENTAL_PAGER: "sh -c 'cat; exit 3'" },
    30,
  );
  expect(await screen.ended()).toMatchObject(clean);
  expect(screen.raw()).toContain('Total');
  expect(screen.raw()).not.toContain('the pager');
});

test('a pager with quoted words gets the text, and the exit code is that of the command', async () => {
  const { baseUrl } = await serve(always(200, {}));
  const line = ['smoke', '--only', 'depots', '--base-url', baseUrl];
  const env = { NO_COLOR: '1', RENTAL_PAGER: `sh -c 'cat >"$0"; echo shown; exit 3' 'a page'` };
  const screen = paged(line, env, 8);
  expect(await screen.ended()).toMatchObject({ ...clean, code: 1 });
  expect(screen.screen()).toMatch(/shown\n/);
  expect(readFileSync(join(screen.folder, 'a page'), 'utf8')).toContain('depots-answer');
  expect(screen.screen()).not.toContain('depots-answer');
});

test('without the program of the pager the text is printed', async () => {
  const named = paged(long, { PAGER: 'no-such-pager -x' });
  expect(await named.ended()).toMatchObject(clean);
  expect(named.screen()).toContain(last);
});

test.each([
  ['with --no-pager', [...long, '--no-pager']],
  ['if it fits the screen', ['smoke', '--list', '--only', 'depots']],
])('%s the text is printed directly', async (_, args) => {
  const screen = paged(args, { RENTAL_PAGER: 'touch started' });
  expect(await screen.ended()).toMatchObject(clean);
  expect(screen.screen()).toContain('depots-times');
});

test('SIGTERM ends the pager first, so that the terminal is as it was', async () => {
  const screen = paged(long);
  await screen.shows(/depots-answer[^]*\n:$/);
  screen.kill('SIGTERM');
  expect(await screen.ended()).toMatchObject({ code: 143, cooked: true });
});
