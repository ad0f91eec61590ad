// @module-tag long
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from './support/environment.ts';
import { launcher } from './support/launcher.ts';
import { operatorServer as operator } from './support/operator.ts';
import { program } from './support/program.ts';
import { keys, terminal } from './support/pty.ts';

const trip = ['--pick-up', '1', '--from', '2027-01-15', '--to', '2027-01-22'];
const link = 'http://127.0.0.1:9/book?pick_up_depot_id=1';
const bookLink = ['book-link', ...trip, '--base-url', 'http://127.0.0.1:9', '--open'];

// Windows opens browsers in another way.
describe.skipIf(process.platform === 'win32')('the booking link', () => {
  it('is given to the launcher as one word, whatever the address of the site holds', async () => {
    const { env, opened } = launcher('exit 0');
    const site = `--site-url=https://a.test/-x $(id)'"\`;|<>^%PATH%\u2018\u202E\n/`;
    const ended = await program([...bookLink, site], { env });
    expect(ended).toMatchObject({ code: 0, stderr: 'note: opened in the browser\n' });
    expect(opened()).toEqual([ended.stdout.trim()]);
    expect(ended.stdout.trim()).toMatch(/^https:\/\/a\.test\/-x%20\$[^\s"`<>\u0080-\uFFFF]*$/);
  });

  it.each([
    ['fails', () => launcher('exit 3').env, '(xdg-)?open ended with exit code 3'],
    ['is killed', () => launcher('kill -TERM $$').env, '(xdg-)?open ended with SIGTERM'],
    ['is not there', () => ({ PATH: temporaryFolder() }), 'no launcher could be started'],
  ])('is printed, with exit code 9, if its launcher %s', async (_, env, reason) => {
    const ended = await program(bookLink, { env: env() });
    expect(ended).toMatchObject({ code: 9, stdout: expect.stringContaining(link) as string });
    expect(ended.stderr).toMatch(new RegExp(`^note: no browser could be opened: ${reason}\n$`));
  });

  it('counts as opened while its launcher runs, which can be the browser itself', async () => {
    // Longer than the program waits; it ends by itself soon after the test.
    const ended = await program([...bookLink, '--json'], launcher('exec sleep 8 > /dev/null 2>&1'));
    expect(ended.code).toBe(0);
    expect(ended.stderr).toBe('note: opened in the browser\n');
    expect(JSON.parse(ended.stdout)).toMatchObject({ kind: 'search' });
  });

  it('is opened as often as it is chosen in the wizard, which says so each time', async () => {
    const { baseUrl } = await operator();
    const { env, opened } = launcher('exit 0');
    const flags = ['--drop-off', '2', '--accessory', '1', '--insurance', '7'];
    const screen = terminal(['plan', '--base-url', baseUrl, ...trip, ...flags], {
      env,
      columns: 100,
    });
    await screen.asks('Vehicle');
    screen.press(keys.enter);
    for (const times of [1, 2]) {
      await screen.asks('What next?');
      screen.press(keys.enter);
      await screen.shows(new RegExp(`(?:Opened in the browser\\.[^]*){${times}}\\? What next`));
    }
    screen.press(keys.down.repeat(8));
    await screen.shows('❯ Done');
    screen.press(keys.enter);
    expect((await screen.ended()).code).toBe(0);
    expect(opened()).toHaveLength(2);
  });
});
