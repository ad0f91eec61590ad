// @module-tag long
/** The way through the wizard and back, in a real terminal. */
import { expect, it } from 'vitest';
import { jobShell } from '../support/job-shell.ts';
import { operatorServer as operator } from '../support/operator.ts';
import { keys, terminal, type Terminal } from '../support/pty.ts';

const clean = { cursorShown: true, cooked: true, lineEnded: true };

/** Presses Enter only after the screen shows `seen`. */
async function answer(screen: Terminal, question: string, typed: string, seen: string | RegExp): Promise<void> {
  await screen.asks(question);
  screen.press(typed);
  await screen.shows(seen);
  screen.press(keys.enter);
}

/** Esc leads from one question to the one before it, which offers its answer. Enter takes that. */
async function backAndOn(screen: Terminal, question: string, before: string, offered: string | RegExp): Promise<void> {
  await screen.asks(question);
  screen.press(keys.escape);
  await answer(screen, before, '', offered);
  await screen.asks(question);
}

it('Esc goes back one question from each question, and every answer is offered again', async () => {
  const { baseUrl } = await operator({ days: ['weekday'] });
  const screen = terminal(['plan', '--base-url', baseUrl], { rows: 40, columns: 100 });
  await screen.shows(/⏎ select$/);
  screen.press(keys.escape);
  await screen.shows('This is the first question: Ctrl-C ends the wizard.');
  await screen.asks('Pick-up depot');
  // An arrow key that comes in two reads is not Esc.
  screen.press('\u001B');
  await new Promise((resolve) => setImmediate(resolve));
  screen.press('[B');
  await screen.shows('❯ Christchurch');
  await answer(screen, 'Pick-up depot', 'auck', '❯ Auckland');
  await screen.shows('⏎ select • esc back');
  await backAndOn(screen, 'Drop-off depot', 'Pick-up depot', '❯ Auckland');
  await answer(screen, 'Drop-off depot', 'chr', '? Drop-off depot chr');
  await screen.asks('Pick-up date');
  screen.press('20 j');
  await screen.shows(') 20 j');
  await backAndOn(screen, 'Pick-up date', 'Drop-off depot', '❯ Christchurch');
  await answer(screen, 'Pick-up date', '14 jan 2027', /January 2027[^]*\[14\] 15 {2}16× 17×/);
  await backAndOn(screen, 'Drop-off date', 'Pick-up date', '(Thu 14 Jan 2027)');
  // The arrow keys start at the pick-up date.
  await answer(screen, 'Drop-off date', keys.down.repeat(2), /\(14\)·15 ·16×·17×.*\n.*·20 \[21\]/);
  await backAndOn(screen, 'Vehicle', 'Drop-off date', '(Thu 21 Jan 2027)');
  await answer(screen, 'Vehicle', '', /❯ Kea Camper +99\.50 a day +about 696\.50 for 7 nights/);
  await backAndOn(screen, 'Accessories', 'Vehicle', '❯ Kea Camper');
  await answer(screen, 'Accessories', keys.space, '◉ Snow chains');
  await screen.asks('How many? Snow chains (1; 0 leaves it out)');
  screen.press('7');
  await screen.shows(') 7');
  await backAndOn(screen, 'How many?', 'Accessories', '◉ Snow chains');
  await answer(screen, 'How many?', '2', ') 2');
  await backAndOn(screen, 'Insurance', 'How many?', 'How many? Snow chains (2;');
  await answer(screen, 'Insurance', keys.down, '❯ Full cover');
  await backAndOn(screen, 'What next?', 'Insurance', '❯ Full cover');
  await screen.shows('Compared with the last quote: unchanged');
  await answer(screen, 'What next?', keys.down.repeat(2), '❯ Change dates');
  await screen.asks('Pick-up date');
  screen.press(keys.escape);
  await answer(screen, 'What next?', keys.down.repeat(8), '❯ Done');
  expect(await screen.ended()).toEqual({ code: 0, ...clean });
  expect(screen.screen()).toContain('--vehicle 11 --accessory 1,1 --insurance 7 --no-input');
  // Answers that were taken back have left the screen, with everything that followed them.
  expect(screen.screen().match(/^✔ .*/gm)).toEqual([
    '✔ Pick-up depot Auckland',
    '✔ Drop-off depot Christchurch',
    '✔ Pick-up date Thu 14 Jan 2027',
    '✔ Drop-off date Thu 21 Jan 2027',
    '✔ Vehicle (NZD) Kea Camper',
    '✔ Accessories (NZD) Snow chains',
    '✔ How many? Snow chains 2',
    '✔ Insurance (NZD) Full cover',
    '✔ What next? Done',
  ]);
  expect(screen.screen().match(/unit not stated|The quote is valid until/g)).toHaveLength(2);
});

it('Ctrl-Z and Ctrl-C work at once while keys wait for the next question', async () => {
  const { baseUrl } = await operator({ hangs: true });
  const trip = '--pick-up 1 --drop-off 2 --from 2027-01-15 --to +7d --vehicle 11 --accessory 1';
  const shell = jobShell('dash', { columns: 120 });
  await shell.start(`plan --base-url ${baseUrl} ${trip}`.replace(' --vehicle 11', ''));
  await shell.asks('Vehicle');
  shell.press(keys.enter.repeat(2));
  await shell.shows('asking for the quote');
  shell.press(`abc${keys.ctrlZ}`);
  await shell.shows('Stopped');
  expect(await shell.state()).toEqual({ code: 148, ...clean });
  await shell.type('fg');
  await shell.until(() => shell.screen().split('asking for the quote').length > 1, 'the status line');
  shell.press(`def${keys.ctrlC}`);
  expect(await shell.state()).toEqual({ code: 130, ...clean });
});

it('--accessible asks in plain lines, with numbers, and draws nothing again', async () => {
  const { baseUrl } = await operator();
  const screen = terminal(['plan', '--base-url', baseUrl, '--accessible', '--format', 'plain'], { columns: 160 });
  const line = async (seen: string | RegExp, typed: string): Promise<void> => {
    await screen.shows(seen);
    screen.press(`${typed}\n`);
  };
  await screen.shows('b goes back');
  await line(/Pick-up depot\n1\) Auckland: [^]*\n2\) Christchurch/, '1');
  await line('Drop-off depot', 'b');
  await line(/Drop-off depot[^]*Pick-up depot[^]*Enter takes 1:$/, 'auck');
  await line(/Auckland \(same depot\)/, 'x');
  await line('Nothing matches "x".', '2');
  await line('Pick-up date', 'someday');
  await line('"someday" is not a date', '15 jan 2027');
  await line('Drop-off date', '+7d');
  await line('1) Kea Camper, 99.50 a day, about 696.50 for 7 nights', '');
  await line('1) Snow chains', '1');
  // Lines that are typed ahead are for the next questions.
  await line('How many? Snow chains', '2\n2\n?');
  await line(/What next\?\n1\) Open[^]*What next\?[^]*Enter takes 1:$/, '9');
  expect(await screen.ended()).toEqual({ code: 0, ...clean });
  expect(screen.screen()).toContain('--vehicle 11 --accessory 1,1 --insurance 7 --no-input');
  expect(screen.raw()).not.toContain('\u001B');
});
