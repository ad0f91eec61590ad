/** The real program where a stream is closed, full or hardly a terminal: the same output and exit code, or a plain error. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cleanEnvironment, temporaryFolder } from './support/environment.ts';
import { operatorServer as operator } from './support/operator.ts';
import { binary, node } from './support/program.ts';
import { openPty } from './support/pty.ts';
import { sample } from './support/thorough.ts';

const trip = '--pick-up 1 --drop-off 2 --from 2040-01-06 --to 2040-01-13';
const commands = [
  'depots',
  `availability ${trip}`,
  `quote 11 ${trip}`,
  'compare --pick-up 1 --from 2040-01-06 --nights 7 --vehicle 11',
  'smoke --only depots',
  '--help',
];

const terminalCommands = sample([commands[2], commands[3], '--help'], 2);

/** Runs each command by its own bash, with `$RENTAL` in the place of the program. */
async function inBash(script: (command: string) => string) {
  const { baseUrl } = await operator({ quotes: [{ quoteId: 'Q', expiresAt: '2040-01-01T00:00:00Z' }] });
  const ended = sample(commands, 3).map((command) => {
    const env = { ...cleanEnvironment(temporaryFolder()), RENTAL_BASE_URL: baseUrl, RENTAL: `${node} ${binary}` };
    const child = spawn('bash', ['-c', script(`$RENTAL ${command}`)], { env, stdio: ['pipe', 'pipe', 'pipe'] });
    const printed = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk: Buffer) => (printed.stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (printed.stderr += chunk.toString()));
    return new Promise<typeof printed & { code: number | null }>((resolve) => {
      child.once('close', (code) => resolve({ code, ...printed }));
    });
  });
  const results = await Promise.all(ended);
  return results.map(({ code, stdout, stderr }) => ({
    code,
    stdout: stdout.replaceAll(new URL(baseUrl).host, 'HOST'),
    stderr: stderr.replaceAll(new URL(baseUrl).host, 'HOST').replace(/in \d+\.\d s/, 'in N s'),
  }));
}

describe('in a pipe', () => {
  test('the output and the exit code are the same without stderr or stdin; a reader of one line gets it', async () => {
    const usual = await inBash((rental) => rental);
    expect(usual.map(({ code }) => code)).toEqual(usual.map(() => 0));
    expect(await inBash((rental) => `${rental} 2>&-`)).toEqual(usual.map((one) => ({ ...one, stderr: '' })));
    expect(await inBash((rental) => `${rental} <&-`)).toEqual(usual);
    const cut = await inBash((rental) => `${rental} | head -n 1; exit \${PIPESTATUS[0]}`);
    expect(cut).toEqual(usual.map((one) => ({ ...one, stdout: `${one.stdout.split('\n')[0]}\n` })));
  });

  test.skipIf(!existsSync('/dev/full'))('a full disk is exit code 9 and one error', async () => {
    for (const { code, stdout, stderr } of await inBash((rental) => `${rental} >/dev/full`)) {
      expect({ code, stdout }).toEqual({ code: 9, stdout: '' });
      expect(stderr).toMatch(/(^|\n)error: the output could not be written: ENOSPC[^\n]*\nhint: is the disk full\?\n/);
    }
  });
});

describe('a terminal', () => {
  const terminals: readonly (readonly [name: string, setup: string, env: Readonly<Record<string, string>>])[] = [
    ['of no size', 'stty cols 0 rows 0', { NO_COLOR: '1' }],
    ['that is dumb', ':', { TERM: 'dumb' }],
    ['of a job', ':', { CI: '1', NO_COLOR: '1' }],
  ];

  test.each(sample(terminals, 2))('%s gets plain lines, no pager and no question', async (_, setup, more) => {
    const { baseUrl } = await operator();
    const lines = [...terminalCommands, 'plan'].map((command) => `$RENTAL ${command}; echo "<code=$?>"`);
    const script = `read -r _; ${setup}; ${lines.join('; ')}; echo '<end>'; read -r _`;
    const env = {
      RENTAL_BASE_URL: baseUrl,
      RENTAL: `${node} ${binary}`,
      RENTAL_NO_PAGER: '0',
      RENTAL_PAGER: 'touch paged',
    };
    const pty = openPty('/bin/sh', ['-c', script], { env: { ...env, ...more }, rows: 10 });
    pty.press('\r');
    if (more['CI'] === undefined) {
      await pty.shows('Pick-up depot');
      // Questions in plain lines leave Ctrl-C to the terminal, which would end this shell too. Ctrl-D is for the program alone.
      pty.press(more['TERM'] === 'dumb' ? '\u0004' : '\u0003');
    }
    await pty.shows('<end>');
    const codes = [...pty.raw().matchAll(/<code=(\d+)>/g)].map(([, code]) => Number(code));
    expect(codes).toEqual([...terminalCommands.map(() => 0), more['CI'] === undefined ? 130 : 2]);
    expect(pty.raw().split('<code=0>').slice(0, terminalCommands.length).join('')).not.toContain('\u001B');
    expect(pty.screen()).toContain('rental help <topic>');
    expect(existsSync(join(pty.folder, 'paged'))).toBe(false);
  });
});
