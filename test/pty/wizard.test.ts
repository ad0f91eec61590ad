/**
 * The wizard in a real terminal: from start to end, by keys and by numbers, and every way in which
 * it leaves the terminal.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { binary, node, program } from '../support/program.ts';
import { answer, keys, openPty, terminal, type Terminal } from '../support/pty.ts';
import { operatorServer, tripFlags } from '../support/operator.ts';
import { sample } from '../support/thorough.ts';

const clean = { cursorShown: true, cooked: true, lineEnded: true };
const { depots, trip } = tripFlags;

it('goes from the first question to an equivalent command, which prints the same plan', async () => {
  const { baseUrl } = await operatorServer();
  const screen = terminal(['plan', '--base-url', baseUrl, '--pick-up-after', '9:00']);
  await answer(screen, 'Pick-up depot', 'auck', '? Pick-up depot auck');
  // An arrow key that comes in two reads is not Esc.
  await screen.asks('Drop-off depot');
  screen.press('\u001B');
  await new Promise((resolve) => setImmediate(resolve));
  await answer(screen, 'Drop-off depot', '[B', '❯ Christchurch');
  await answer(screen, 'Pick-up date', '15 jan 2027');
  await screen.shows('pick-up at Auckland: 09:00');
  await answer(screen, 'Drop-off date', '+7d');
  await screen.shows(
    /❯ Kea Camper +about 696\.50 +\(7 nights × 99\.50\)\n +Moa Van +about 840\.00 +\(7 nights × 120\.00\)/,
  );
  await answer(screen, 'Vehicle', '');
  await screen.shows('The operator does not say');
  await answer(screen, 'Accessories', keys.space, '◉ Snow chains');
  await answer(screen, 'Quantity of Snow chains (1 to 50, default 1)', '2');
  await answer(screen, 'Insurance', keys.down, '❯ Full cover');
  await screen.shows(/Total NZD \.+ 696\.50/);
  // After a change of dates, everything else is already answered.
  await answer(screen, 'What next?', keys.down, '❯ Change dates');
  await answer(screen, 'Pick-up date', '16 jan 2027');
  await answer(screen, 'Drop-off date', '');
  await answer(screen, 'What next?', keys.down.repeat(6), '❯ Done');
  expect(await screen.ended()).toEqual({ code: 0, ...clean });

  const command = /rental plan (--base-url.*--no-input)/.exec(screen.raw())?.[1] ?? '';
  expect(command).toBe(
    `--base-url ${baseUrl} --pick-up 1 --drop-off 2 --from 2027-01-16 --to 2027-01-23 --pick-up-after 09:00 --vehicle 11 --accessory 1,1 --insurance 7 --no-input`,
  );
  const again = await program(['plan', ...command.split(' '), '--json']);
  expect(again).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(again.stdout)).toMatchObject({
    quote: { quoteId: 'Q-11-2027-01-16' },
    insurance: { id: 7 },
  });
});

it(
  'asks with --accessible in plain lines, with numbers, and draws nothing again',
  { tags: ['long'] },
  async () => {
    const { baseUrl } = await operatorServer();
    const screen = terminal(
      ['plan', '--base-url', baseUrl, ...depots, '--accessible', '--format', 'plain'],
      {
        columns: 160,
      },
    );
    const line = async (seen: string | RegExp, typed: string): Promise<void> => {
      await screen.shows(seen);
      screen.press(`${typed}\n`);
    };
    await line('Pick-up date (20 dec, fri, +30d)\nYour answer, b stops:', '15 jan 2027');
    await line('Drop-off date', 'b');
    await line(/Drop-off date[^]*Pick-up date[^]*2027/, '');
    await line(/Pick-up date[^]*Pick-up date[^]*Drop-off date/, '+7d');
    await line('1) Kea Camper, about 696.50 (7 nights × 99.50)', '');
    await line('1) Snow chains', '1');
    await line('Quantity of Snow chains', '2');
    await line('Insurance', '2');
    await line(/What next\?\n1\) Open[^]*Enter takes 1, b goes back:$/, 'done');
    expect(await screen.ended()).toEqual({ code: 0, ...clean });
    expect(screen.screen()).toContain('--vehicle 11 --accessory 1,1 --insurance 7 --no-input');
    expect(screen.raw()).not.toContain('\u001B');
  },
);

it('asks in plain lines with TERM=dumb, which cannot draw', { tags: ['long'] }, async () => {
  const { baseUrl } = await operatorServer();
  const screen = terminal(['plan', '--base-url', baseUrl, ...trip], { env: { TERM: 'dumb' } });
  await screen.shows(/^1\) Kea Camper[^]*Enter takes 1, b stops:/m);
  screen.press(keys.ctrlC);
  expect(await screen.ended()).toEqual({ code: 130, ...clean });
  expect(screen.raw()).not.toContain('\u001B');
});

describe('a clean terminal', () => {
  const ctrlC = (screen: Terminal) => screen.press(keys.ctrlC);
  const ctrlD = (screen: Terminal) => screen.press(keys.ctrlD);
  const sigterm = (screen: Terminal) => screen.kill('SIGTERM');

  // One question of each kind: all questions of a kind share the code that ends them.
  const ways = [
    ['Ctrl-C', 'a long list', ['--pick-up', '1'], 'Drop-off depot', 130, ctrlC],
    ['SIGTERM', 'a date', depots, 'Pick-up date', 143, sigterm],
    ['Ctrl-D', 'a menu', trip, 'Vehicle', 130, ctrlD],
  ] as const;
  it.each(sample(ways, 3))('is left by %s at %s', async (_, __, flags, question, code, leave) => {
    const { baseUrl } = await operatorServer();
    const screen = terminal(['plan', '--base-url', baseUrl, ...flags]);
    await screen.asks(question);
    leave(screen);
    expect(await screen.ended()).toEqual({ code, ...clean });
  });

  it('is left when its window is closed', { tags: ['long'] }, async () => {
    // The program shares the terminal with a shell that survives, and that sends it the signal as
    // every shell does.
    const script = `exec 3<&0; trap 'kill -HUP $pid' HUP; "$@" <&3 & pid=$!; wait $pid; wait $pid; echo $? > code`;
    const pty = openPty('/bin/sh', ['-c', script, 'sh', node, binary, 'plan', '--sandbox']);
    await pty.shows('navigate');
    pty.close();
    const code = join(pty.folder, 'code');
    await vi.waitFor(() => expect(existsSync(code) && readFileSync(code, 'utf8')).toMatch(/\n/), {
      timeout: 20_000,
    });
    // A question may see the end of its input first.
    expect(['129\n', '130\n']).toContain(readFileSync(code, 'utf8'));
  });
});
