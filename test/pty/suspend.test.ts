/** Ctrl-Z, SIGSTOP and `fg` in a shell with job control. */
import { describe, expect, it } from 'vitest';
import { jobShell, type JobShell, type ShellName } from '../support/job-shell.ts';
import { operatorServer as operator, tripFlags } from '../support/operator.ts';
import { answer, keys, terminal } from '../support/pty.ts';

const foreground = 'echo "<""back>"; fg';
const clean = { cursorShown: true, cooked: true, lineEnded: true };
const stopped = { code: 148, ...clean };
const interrupted = { code: 130, ...clean };

/** The screen from the last line with this text. */
function since(shell: JobShell, text: string): string {
  return shell.screen().slice(shell.screen().lastIndexOf(text));
}

async function showsSince(shell: JobShell, text: string, seen: string): Promise<void> {
  await shell.until(() => since(shell, text).includes(seen), `"${seen}" after "${text}"`);
}

const ctrlZ = (shell: JobShell): void => shell.press(keys.ctrlZ);
const sigstop = (shell: JobShell) => shell.kill('SIGSTOP');

/** Types into a question, stops the program, does something in the shell, and lets the program go on. */
async function goesOn(name: ShellName, stop: (shell: JobShell) => void, line = '', seen = /Stopped/): Promise<void> {
  const { baseUrl } = await operator({ depots: ['Auckland', 'Christchurch', 'Chatham'] });
  const shell = jobShell(name, { columns: 120 });
  await shell.start(`plan --base-url ${baseUrl} --pick-up 1`);
  await shell.asks('Drop-off depot');
  shell.press('ch');
  const typed = '? Drop-off depot ch\n';
  await shell.shows(typed);
  stop(shell);
  await shell.shows('Stopped');
  if (stop === ctrlZ) {
    // The shell starts on a clean line.
    expect(shell.screen()).not.toContain(typed);
    expect(await shell.state()).toEqual(stopped);
  }
  await shell.type(line);
  await shell.shows(seen);
  await shell.type(foreground);
  await showsSince(shell, '<back>', typed);
  shell.press('a');
  await showsSince(shell, '<back>', '❯ Chatham');
  expect(since(shell, '<back>').match(/\? /g)).toHaveLength(1);
  shell.press(keys.enter);
  await showsSince(shell, '<back>', '✔ Drop-off depot Chatham');
  await showsSince(shell, '✔', '? ');
  shell.press(keys.ctrlC);
  expect(await shell.state()).toEqual(interrupted);
}

describe('a question', () => {
  it('goes on after Ctrl-Z and fg, with what was typed', () => goesOn('bash', ctrlZ));

  it('goes on after a SIGSTOP from outside, in a shell that restores nothing', { tags: ['long'] }, () =>
    goesOn('dash', sigstop, 'stty sane'),
  );

  it('waits in the background until fg', { tags: ['long'] }, () =>
    goesOn('bash', ctrlZ, 'set -b; bg', /Stopped[^]*Stopped/),
  );

  it('also stops the programs that started it, so that the shell gets the terminal', { tags: ['long'] }, async () => {
    const shell = jobShell('bash', { columns: 120 });
    await shell.type(`sh -c './rental plan --sandbox; echo "<after>"'`);
    await shell.asks('Pick-up depot');
    shell.press(keys.ctrlZ);
    await shell.shows('Stopped');
    await shell.type('fg');
    await shell.asks('Pick-up depot');
    shell.press(keys.ctrlD);
    await shell.shows('\n<after>');
  });

  it('goes on at once where no shell could continue the program', { tags: ['long'] }, async () => {
    const screen = terminal(['plan', '--sandbox', '--pick-up', '1']);
    await screen.asks('Drop-off depot');
    screen.press(`quee${keys.ctrlZ}nst`);
    await screen.shows('? Drop-off depot queenst');
    screen.kill('SIGSTOP');
    screen.kill('SIGCONT');
    screen.press('own');
    await screen.shows('? Drop-off depot queenstown');
    expect(screen.screen().match(/\? /g)).toHaveLength(1);
    screen.press(keys.ctrlC);
    expect(await screen.ended()).toEqual(interrupted);
  });
});

it('the status line makes room for the shell, and Ctrl-Z and Ctrl-C work at once after other keys', async () => {
  const { baseUrl } = await operator({ hangs: true });
  const shell = jobShell('dash', { columns: 120 });
  await shell.start(`plan --base-url ${baseUrl} ${tripFlags.trip.join(' ')} --accessory 1`);
  await answer(shell, 'Vehicle', '', 'navigate');
  await answer(shell, 'Insurance', '', 'navigate');
  const status = 'asking for the quote …';
  await shell.shows(status);
  shell.press(`abc${keys.ctrlZ}`);
  await shell.shows('Stopped');
  expect(shell.screen()).not.toContain(status);
  expect(await shell.state()).toEqual(stopped);
  await shell.type(foreground);
  await showsSince(shell, '<back>', status);
  shell.press(`def${keys.ctrlC}`);
  expect(await shell.state()).toEqual(interrupted);
});
