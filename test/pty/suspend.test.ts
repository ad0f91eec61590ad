// @module-tag long
/** Ctrl-Z and `fg` in a shell with job control. */
import { expect, it, vi } from 'vitest';
import { sample } from '../support/thorough.ts';
import { jobShell, type JobShell } from '../support/job-shell.ts';
import { operatorServer as operator, tripFlags } from '../support/operator.ts';
import { answer, keys } from '../support/pty.ts';

const interrupted = { code: 130, cursorShown: true, cooked: true, lineEnded: true };

/** What the screen has shown since the program went on. */
function since(shell: JobShell): string {
  return shell.screen().slice(shell.screen().lastIndexOf('<back>'));
}

async function stopAndGoOn(
  shell: JobShell,
  stop: (shell: JobShell) => void,
  line = '',
): Promise<void> {
  stop(shell);
  await shell.shows('Stopped');
  await shell.type(line);
  await shell.type('echo "<""back>"; fg');
}

/**
 * Again if there is no answer: a key that comes at the very moment in which the list is drawn can
 * be lost.
 */
async function pressEnter(shell: JobShell): Promise<void> {
  const isAnswered = (): void => {
    if (since(shell).includes('✔')) return;
    shell.press(keys.enter);
    throw new Error('not seen: the answer');
  };
  await vi.waitFor(isAnswered, { timeout: 20_000, interval: 400 });
}

const ctrlZ = (shell: JobShell): void => shell.press(keys.ctrlZ);
const sigstop = (shell: JobShell) => shell.kill('SIGSTOP');
const { depots, trip } = tripFlags;

const list = {
  flags: ['--pick-up', '1'],
  question: 'Drop-off depot',
  typed: 'ch',
  seen: '❯ Christchurch',
};
const month = { flags: depots, question: 'Pick-up date', typed: '15 jan 2027', seen: '[15]' };

/** `line` is what the user types into the shell before `fg`. */
it.each(
  sample(
    [
      { what: 'a list, after Ctrl-Z', name: 'bash', stop: ctrlZ, line: '', ...list },
      { what: 'a list, after a SIGSTOP', name: 'dash', stop: sigstop, line: 'stty sane', ...list },
      { what: 'the picture of a month', name: 'bash', stop: ctrlZ, line: '', ...month },
    ] as const,
    3,
  ),
)('$what is asked again', async ({ name, stop, line, flags, question, typed, seen }) => {
  const { baseUrl } = await operator({ depots: ['Auckland', 'Christchurch', 'Chatham'] });
  const shell = jobShell(name, { columns: 120, rows: 40 });
  await shell.start(`plan --base-url ${baseUrl} ${flags.join(' ')}`);
  await shell.asks(question);
  shell.press(typed);
  await shell.shows(seen);
  await stopAndGoOn(shell, stop, line);
  await shell.until(() => since(shell).includes(`? ${question}`), `"${question}" again`);
  shell.press(typed);
  await shell.until(() => since(shell).includes(seen), `"${seen}" again`);
  expect(since(shell).match(/\? /g)).toHaveLength(1);
  await pressEnter(shell);
  shell.press(keys.ctrlC);
  expect(await shell.state()).toEqual(interrupted);
});

it(
  'the status line goes on after Ctrl-Z and fg, and Ctrl-C works at once after other keys',
  { tags: ['long'] },
  async () => {
    const { baseUrl } = await operator({ hangs: true });
    const shell = jobShell('dash', { columns: 120 });
    await shell.start(`plan --base-url ${baseUrl} ${trip.join(' ')} --accessory 1`);
    await answer(shell, 'Vehicle', '', 'navigate');
    await answer(shell, 'Insurance', '', 'navigate');
    await shell.shows('getting the quote …');
    await stopAndGoOn(shell, ctrlZ);
    await shell.until(() => since(shell).includes('getting the quote …'), 'the status line again');
    shell.press(`def${keys.ctrlC}`);
    expect(await shell.state()).toEqual(interrupted);
  },
);
