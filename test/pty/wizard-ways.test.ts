// @module-tag long
/**
 * The ways through the wizard in a real terminal: back from every question, out of refusals, and
 * what Ctrl-C leaves.
 */
import { expect, it } from 'vitest';
import { operatorServer, tripFlags } from '../support/operator.ts';
import { answer, keys, terminal, type Terminal } from '../support/pty.ts';

const { dates, depots, trip } = tripFlags;

/** Esc leads from one question to the one before it, which offers its answer. Enter takes that. */
async function backAndOn(
  screen: Terminal,
  question: string,
  before: string,
  offered: string,
): Promise<void> {
  await screen.asks(question);
  screen.press(keys.escape);
  await answer(screen, before, '', offered);
  await screen.asks(question);
}

it('Esc leads back from every question and Enter forward again, also on 40 columns', async () => {
  const { baseUrl } = await operatorServer();
  const screen = terminal(['plan', '--base-url', baseUrl], { columns: 40, rows: 40 });
  await answer(screen, 'Pick-up depot', 'auck', '❯ Auckland');
  await backAndOn(screen, 'Drop-off depot', 'Pick-up depot', '❯ Auckland');
  await answer(screen, 'Drop-off depot', 'chr', '❯ Christchurch');
  await backAndOn(screen, 'Pick-up date', 'Drop-off depot', '❯ Christchurch');
  await answer(screen, 'Pick-up date', '14 jan 2027', '[14]');
  await backAndOn(screen, 'Drop-off date', 'Pick-up date', '[14]');
  await answer(screen, 'Drop-off date', '28 jan 2027', '[28]');
  await backAndOn(screen, 'Vehicle', 'Drop-off date', '[28]');
  await answer(screen, 'Vehicle', '', '❯ Kea Camper');
  await backAndOn(screen, 'Accessories', 'Vehicle', '❯ Kea Camper');
  await answer(screen, 'Accessories', keys.space, '◉ Snow chains');
  await backAndOn(screen, 'Quantity of', 'Accessories', '◉ Snow chains');
  await answer(screen, 'Quantity of', '3', ') 3');
  await backAndOn(screen, 'Insurance', 'Quantity of', 'ult 3)');
  await answer(screen, 'Insurance', keys.down, '❯ Full cover');
  await backAndOn(screen, 'What next?', 'Insurance', '❯ Full cover');
  screen.press('done');
  await screen.shows('❯ Done');
  screen.press(keys.enter);
  expect(await screen.ended()).toMatchObject({ code: 0, cursorShown: true, cooked: true });
  // What Esc left is not on the screen, and no line of a question was wrapped by the terminal and
  // left behind.
  expect(screen.screen()).not.toMatch(/^\? /m);
  expect(screen.screen().replaceAll('\n', '')).toContain(
    '--vehicle 11 --accessory 1,1,1 --insurance 7 --no-input',
  );
  const words = screen.screen().replaceAll(/\s+/g, ' ');
  expect(words.match(/per day or/g)).toHaveLength(1);
  expect(words.match(/Pick-up depot Auckland/g), 'no answer stands twice').toHaveLength(1);
});

it('after a refused number, its question offers the maximum that the service named', async () => {
  const { baseUrl, requests } = await operatorServer({ maxCount: 2 });
  const flags = [...trip, '--vehicle', '11', '--insurance', '7', '--accessory', '5x snow'];
  const screen = terminal(['plan', '--base-url', baseUrl, ...flags]);
  await screen.shows('accessory_ids: at most 2 of 1');
  await answer(screen, 'What now?', '', '❯ Change the number of Snow chains');
  await answer(screen, 'Quantity of Snow chains (1 to 2, default 2)', '5', ') 5');
  await screen.shows('is too many: the service takes at most 2');
  screen.press(`${keys.ctrlU}\r`);
  await screen.shows(/✔ Quantity of Snow chains 2/);
  await screen.asks('What next?');
  expect(requests.at(-1)).toContain('accessory_ids=1%2C1&');
});

it('a sold-out vehicle leads to the vehicles, and an unavailable service to another try', async () => {
  const { baseUrl } = await operatorServer({ soldOut: [11], failures: 1 });
  const screen = terminal(['plan', '--base-url', baseUrl, ...trip, '--retries', '0']);
  await answer(screen, 'Vehicle', '', '❯ Kea Camper');
  await answer(screen, 'Accessories', '', '◯ Snow chains');
  await answer(screen, 'Insurance', '', '❯ No insurance');
  await screen.shows('Back in a minute');
  await answer(screen, 'What now?', '', '❯ Try again');
  await screen.shows('That vehicle has just gone');
  await answer(screen, 'What now?', '', '❯ Change vehicle');
  await answer(screen, 'Vehicle', 'moa', /Vehicle \(NZD\) moa\n❯ Moa Van/);
  await screen.asks('What next?');
});

it.each([
  ['a vehicle', ['--vehicle', 'nosuch'], 'Vehicle "nosuch" is not available', 'Vehicle'],
  [
    'a depot',
    ['--vehicle', '11', '--pick-up', 'nosuch'],
    'No depot matches "nosuch"',
    'Pick-up depot',
  ],
  ['a date', ['--vehicle', '11', '--from', 'someday'], '--from: "someday"', 'Pick-up date'],
])(
  'asks for %s whose flag is refused, although every flag is given',
  async (_, flags, reason, question) => {
    const { baseUrl } = await operatorServer();
    const given = ['--pick-up', '1', ...dates].filter((word, place, all) => {
      const flag = word.startsWith('--') ? word : all[place - 1]!;
      return !flags.includes(flag);
    });
    const screen = terminal(['plan', '--base-url', baseUrl, ...given, ...flags]);
    await screen.asks(question);
    expect(screen.screen()).toContain(reason);
    expect(screen.screen(), 'the other questions').not.toMatch(/[✔?] (?!Vehicle|Pick-up)/);
  },
);

it('Ctrl-C prints the answers as a command, which goes on where they end', async () => {
  const { baseUrl } = await operatorServer();
  const more = ['--pick-up-after', '9:00', '--max-total', '900', '--insurance', 'full cover'];
  const screen = terminal(['plan', '--base-url', baseUrl, '--pick-up', 'auckland', ...more], {
    columns: 200,
  });
  await answer(screen, 'Drop-off depot', 'chr', '❯ Christchurch');
  await answer(screen, 'Pick-up date', '15 jan 2027', '[15]');
  await screen.asks('Drop-off date');
  screen.press(keys.ctrlC);
  expect(await screen.ended()).toEqual({
    code: 130,
    cursorShown: true,
    cooked: true,
    lineEnded: true,
  });
  const [, command = ''] = /^rental (plan .*)$/m.exec(screen.screen()) ?? [];
  expect(command).toBe(
    `plan --base-url ${baseUrl} --pick-up 1 --drop-off 2 --from 2027-01-15 --pick-up-after 9:00 --insurance 'full cover' --max-total 900`,
  );
  const again = terminal(command.replace("'full cover'", '7').split(' '));
  await again.asks('Drop-off date');
});

it('Ctrl-C in plain lines prints the answers as a command, and before the first answer none', async () => {
  const { baseUrl } = await operatorServer();
  const line = ['plan', '--base-url', baseUrl, '--accessible'];
  const screen = terminal([...line, ...depots], { columns: 160 });
  await screen.shows('Your answer, b stops:');
  screen.press(keys.ctrlC);
  expect(await screen.ended()).toMatchObject({ code: 130, lineEnded: true });
  expect(screen.screen()).toContain(
    `\nrental plan --base-url ${baseUrl} --pick-up 1 --drop-off 2\n`,
  );
  const empty = terminal(line);
  await empty.shows('b stops:');
  empty.press(keys.ctrlC);
  await empty.ended();
  expect(empty.screen()).not.toContain('rental plan');
});

it('plain lines ask for a part of several names, and lead back and out of a refusal', async () => {
  const { baseUrl } = await operatorServer({ depots: ['Auckland', 'North Auckland'], maxCount: 2 });
  const screen = terminal(
    ['plan', '--base-url', baseUrl, '--accessible', '--pick-up', 'auck', ...dates],
    {
      columns: 160,
      rows: 60,
    },
  );
  const line = async (seen: string | RegExp, typed: string): Promise<void> => {
    await screen.shows(seen);
    screen.press(`${typed}\n`);
  };
  await line(/"auck" matches 2 depots[^]*Pick-up depot[^]*stops:$/, 'auck');
  await line(/"auck" matches several[^]*stops:$/, '2');
  await line(/Drop-off depot[^]*back:$/, '');
  await line(/1\) Kea Camper[^]*back:$/, '');
  await line(/Snow chains[^]*back:$/, '1');
  await line('Quantity of Snow chains (1 to 50)', '5');
  await line(/Insurance[^]*back:$/, 'b');
  await line('Quantity of Snow chains (1 to 50). Enter takes 5', '');
  await line(/Enter takes 5[^]*Insurance[^]*back:$/, '');
  await line(/at most 2 of 1[^]*1\) Change the number of Snow chains[^]*back:$/, '');
  await line('Quantity of Snow chains (1 to 2). Enter takes 2', '');
  await line(/What next\?[^]*back:$/, 'done');
  expect(await screen.ended()).toMatchObject({ code: 0 });
  expect(screen.screen()).toContain('--pick-up 2 --drop-off 2 ');
});
