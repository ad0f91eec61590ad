import { describe, expect, it } from 'vitest';
import { jobShell, type JobShell, type ShellName } from '../support/job-shell.ts';
import { operatorServer as operator } from '../support/operator.ts';
import { keys, terminal } from '../support/pty.ts';
import { sample } from '../support/thorough.ts';

const depots = '--pick-up 1 --drop-off 2';
const trip = `${depots} --from 2027-01-15 --to +7d`;
const foreground = 'echo "<""back>"; fg';
const clean = { cursorShown: true, cooked: true, lineEnded: true };
const stopped = { code: 148, ...clean };
const interrupted = { code: 130, ...clean };

/** Starts the wizard and types something into its first question. */
async function startWizard(flags: string, typed: string, seen: string, name: ShellName = 'bash'): Promise<JobShell> {
  const { baseUrl } = await operator({ depots: ['Auckland', 'Christchurch', 'Chatham'] });
  const shell = jobShell(name, { columns: 120 });
  await shell.start(`plan --base-url ${baseUrl} ${flags}`);
  await shell.shows('? ');
  shell.press(typed);
  await shell.shows(seen);
  return shell;
}

/** The screen from the last line with this text. */
function since(shell: JobShell, text: string): string {
  return shell.screen().slice(shell.screen().lastIndexOf(text));
}

async function showsSince(shell: JobShell, text: string, seen: string): Promise<void> {
  await shell.until(() => since(shell, text).includes(seen), `"${seen}" after "${text}"`);
}

describe('a question', () => {
  const questions = [
    ['a depot', '--pick-up 1', 'ch', '? Drop-off depot ch\n', 'a', '❯ Chatham', 'Chatham'],
    ['a date', depots, '15 jan', ') 15 jan', ' 2027', ') 15 jan 2027', 'Fri 15 Jan 2027'],
    ['a list', trip, keys.down, '❯ Moa Van', keys.up, '❯ Kea Camper', 'Kea Camper'],
  ] as const;

  it.each(sample(questions, 2))(
    'for %s goes on after Ctrl-Z and fg, with what was typed',
    async (_, flags, typed, seen, more, then, answer) => {
      const shell = await startWizard(flags, typed, seen);
      shell.press(keys.ctrlZ);
      await shell.shows('Stopped');
      // The shell starts on a clean line.
      expect(shell.screen()).not.toContain(seen);
      expect(await shell.state()).toEqual(stopped);
      await shell.type(foreground);
      await showsSince(shell, '<back>', seen);
      shell.press(more);
      await showsSince(shell, '<back>', then);
      expect(since(shell, '<back>').match(/\? /g)).toHaveLength(1);
      shell.press(keys.enter);
      await showsSince(shell, '<back>', `✔`);
      await showsSince(shell, '<back>', answer);
      await showsSince(shell, '✔', '? ');
      shell.press(keys.ctrlC);
      expect(await shell.state()).toEqual(interrupted);
    },
  );

  it.each(
    sample(
      [
        ['SIGTSTP', 'bash'],
        ['SIGSTOP', 'dash'],
      ] as const,
      3,
    ),
  )('goes on after a %s from outside and fg in %s', async (signal, name) => {
    const shell = await startWizard('--pick-up 1', 'ch', '? Drop-off depot ch\n', name);
    shell.kill(signal);
    await shell.shows('Stopped');
    if (signal === 'SIGTSTP') expect(await shell.state()).toEqual(stopped);
    await shell.type(`stty sane; ${foreground}`);
    await showsSince(shell, '<back>', '? Drop-off depot ch\n');
    shell.press('a');
    await showsSince(shell, '<back>', '❯ Chatham');
    shell.press(keys.ctrlC);
    expect(await shell.state()).toEqual(interrupted);
  });

  it('also stops the programs that started it, so that the shell gets the terminal', async () => {
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

  it('waits in the background until fg', async () => {
    const shell = await startWizard('--pick-up 1', 'ch', '? Drop-off depot ch\n');
    shell.press(keys.ctrlZ);
    await shell.type('set -b; bg');
    await shell.shows(/Stopped[^]*Stopped/);
    await shell.type(foreground);
    await showsSince(shell, '<back>', '? Drop-off depot ch\n');
    shell.press('a');
    await showsSince(shell, '<back>', '❯ Chatham');
    expect(since(shell, '<back>').match(/\? /g)).toHaveLength(1);
    shell.press(keys.ctrlC);
    expect(await shell.state()).toEqual(interrupted);
  });

  it('goes on at once where no shell could continue the program', async () => {
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

describe('the status line', () => {
  it.each([
    ['quote', `quote 11 ${trip}`, 'asking for the quote …'],
    ['sweep', `compare --vehicle 11 ${depots} --from 2027-01-15 --flex 3 --nights 7`, '8 of 15,'],
  ])('of a %s makes room for the shell, and comes back', async (_, line, status) => {
    const { baseUrl } = await operator({ hangs: true });
    const shell = jobShell('bash', { columns: 120 });
    await shell.start(`${line} --base-url ${baseUrl}`);
    await shell.shows(status);
    shell.press(keys.ctrlZ);
    await shell.shows('Stopped');
    expect(shell.screen()).not.toContain(status);
    expect(await shell.state()).toEqual(stopped);
    await shell.type(foreground);
    await showsSince(shell, '<back>', status);
    shell.press(keys.ctrlC);
    expect(await shell.state()).toEqual(interrupted);
  });
});
