import { describe, expect, it } from 'vitest';
import { jobShell, type JobShell } from '../support/job-shell.ts';
import { operator } from '../support/operator.ts';
import { keys, terminal } from '../support/pty.ts';

const trip = ['--pick-up', '1', '--drop-off', '2', '--from', '2027-01-15', '--to', '+7d'];
const stopped = { code: 128 + 20, cursorShown: true, cooked: true };

/** The lines of the screen since the last line that holds the text. */
function since(shell: JobShell, text: string): string[] {
  const lines = shell.screen().split('\n');
  return lines.slice(lines.findLastIndex((line) => line.includes(text)) + 1);
}

async function stop(shell: JobShell): Promise<void> {
  shell.press(keys.ctrlZ);
  await shell.shows('Stopped');
}

/** Continues the program, and waits until it shows the question again. */
async function foreground(shell: JobShell, question: string): Promise<void> {
  await shell.type('fg');
  await shell.until(() => since(shell, 'shell> fg').some((line) => line.startsWith(question)), `${question} after fg`);
}

describe('a stopped question', () => {
  /** What to type before and after the stop, and what the screen shows then. */
  const questions = [
    ['a search', [], 'Drop-off depot', 'chr', '? Drop-off depot chr', 'ist', '? Drop-off depot christ', 'Christchurch'],
    ['a date', ['--drop-off', '2'], 'Pick-up date', '15 jan', '15 jan', ' 2027', '15 jan 2027', 'Fri 15 Jan 2027'],
    ['a list', trip, 'Vehicle', keys.down, '❯ Moa Van', keys.up, '❯ Kea Camper', 'Kea Camper'],
    [
      'a list of boxes',
      [...trip, '--vehicle', '11'].slice(0, -2),
      'Accessories',
      keys.space,
      '◉ Snow chains',
      keys.space,
      '◯ Snow chains',
      'none',
    ],
  ] as const;
  void questions;

  it('goes on after Ctrl-Z and fg', async () => {
    const { baseUrl } = await operator();
    const shell = jobShell('bash');
    await shell.start(['plan', '--base-url', baseUrl, '--pick-up', '1']);
    await shell.asks('Drop-off depot');
    shell.press('chr');
    await shell.shows('? Drop-off depot chr');
    await stop(shell);
    expect(await shell.state()).toEqual(stopped);
    await foreground(shell, '? Drop-off depot chr');
    shell.press('ist');
    await shell.shows('? Drop-off depot christ');
    shell.press(keys.enter);
    await shell.shows('✔ Drop-off depot Christchurch');
    await shell.asks('Pick-up date');
    shell.press(keys.ctrlC);
    expect(await shell.state()).toEqual({ code: 130, cursorShown: true, cooked: true });
  });
});
