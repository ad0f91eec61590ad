// @module-tag long
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from './support/environment.ts';
import { launcher } from './support/launcher.ts';
import { operatorServer as operator } from './support/operator.ts';
import { program } from './support/program.ts';
import { keys, terminal } from './support/pty.ts';
import { run } from './support/run.ts';

const trip = ['--pick-up', '1', '--from', '2027-01-15', '--to', '2027-01-22'];
const link = 'http://127.0.0.1:9/book?pick_up_depot_id=1';
const bookLink = ['book-link', ...trip, '--base-url', 'http://127.0.0.1:9', '--open'];

// Windows opens browsers in another way.
describe.skipIf(process.platform === 'win32')('book-link --open', () => {
  it('says that the browser was opened if its launcher succeeds', async () => {
    const { env, opened } = launcher('exit 0');
    const ended = await program(bookLink, { env });
    expect(ended).toMatchObject({ code: 0, stderr: 'note: opened in the browser\n' });
    expect(ended.stdout).toContain(link);
    expect(opened()).toEqual([ended.stdout.trim()]);
  });

  it.each([
    ['exit 3', 'ended with exit code 3'],
    ['kill -TERM $$', 'was ended by SIGTERM'],
  ])('prints the link and gives exit code 9 if the launcher fails: %s', async (script, reason) => {
    const ended = await program(bookLink, launcher(script));
    expect(ended.code).toBe(9);
    expect(ended.stderr).toMatch(new RegExp(`^note: no browser could be opened: (xdg-)?open ${reason}\n$`));
    expect(ended.stdout).toContain(link);
  });

  it('prints the link and gives exit code 9 if there is no launcher', async () => {
    const ended = await program(bookLink, { env: { PATH: temporaryFolder() } });
    expect(ended).toMatchObject({ code: 9, stderr: 'note: no browser could be opened: no launcher was found\n' });
    expect(ended.stdout).toContain(link);
  });

  it('gives its launcher one word, a web address, whatever the address of the site holds', async () => {
    const { env, opened } = launcher('exit 0');
    const site = `--site-url=https://a.test/-x $(id)'"\`;|<>^%PATH%\u2018\u202E\n/`;
    const { code, stdout } = await program([...bookLink, site], { env });
    expect(code).toBe(0);
    expect(opened()).toEqual([stdout.trim()]);
    expect(stdout.trim()).toMatch(/^https:\/\/a\.test\/-x%20\$[^\s"`<>\u0080-\uFFFF]*$/);
  });

  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'ms-settings:', '//a.test', '-a Calculator', 'http://[x'])(
    'opens nothing if the site is %s',
    async (site) => {
      const flag = await run([...bookLink, `--site-url=${site}`]);
      expect(flag).toMatchObject({ code: 2, stdout: '' });
      const folder = temporaryFolder();
      mkdirSync(join(folder, 'rental'));
      const lucky = { baseUrl: 'http://127.0.0.1:9', siteUrl: site };
      writeFileSync(join(folder, 'rental', 'config.json'), JSON.stringify({ operators: { lucky } }));
      const line = ['book-link', ...trip, '--operator', 'lucky', '--open'];
      expect(await run(line, { env: { XDG_CONFIG_HOME: folder } })).toMatchObject({ code: 2, stdout: '' });
    },
  );

  it('does not claim success while the launcher is still running', { tags: ['long'] }, async () => {
    // Longer than the program waits; it ends by itself soon after the test.
    const ended = await program([...bookLink, '--json'], launcher('exec sleep 8 > /dev/null 2>&1'));
    expect(ended.code).toBe(0);
    expect(ended.stderr).toBe('note: the browser is starting: if it shows nothing, open the link yourself\n');
    expect(JSON.parse(ended.stdout)).toMatchObject({ kind: 'search' });
  });
});

describe.skipIf(process.platform === 'win32')('the booking link in the wizard', () => {
  const openTwice = async (script: string, words: string) => {
    const { baseUrl } = await operator();
    const started = launcher(script);
    const flags = ['--drop-off', '2', '--accessory', '1', '--insurance', '7'];
    const screen = terminal(['plan', '--base-url', baseUrl, ...trip, ...flags], { env: started.env, columns: 100 });
    for (const question of ['Vehicle']) {
      await screen.asks(question);
      screen.press(keys.enter);
    }
    for (const times of [1, 2]) {
      await screen.asks('What next?');
      screen.press(keys.enter);
      await screen.shows(new RegExp(`(?:${words}[^]*){${times}}\\? What next`));
    }
    screen.press(keys.down.repeat(8));
    await screen.shows('❯ Done');
    screen.press(keys.enter);
    expect((await screen.ended()).code).toBe(0);
    return { opened: started.opened(), screen: screen.screen() };
  };

  it('is opened as often as it is chosen, and each time the wizard says so', async () => {
    const { opened } = await openTwice('exit 0', 'Opened in the browser\\.');
    expect(opened).toHaveLength(2);
  });

  it('is printed each time if the launcher fails', async () => {
    const { screen } = await openTwice(
      'exit 3',
      'No browser could be opened: (?:xdg-)?open ended with exit code 3\\.\\nhttp:',
    );
    expect(screen).not.toContain('pened in the browser');
  });
});
