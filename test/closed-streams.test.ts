// @module-tag long
/**
 * The real program where a stream is closed, full or hardly a terminal: the same output and exit
 * code, or a plain error.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cleanEnvironment, temporaryFolder } from './support/environment.ts';
import { operatorServer as operator } from './support/operator.ts';
import { binary, collect, node } from './support/program.ts';
import { openPty } from './support/pty.ts';
import { sample } from './support/thorough.ts';

/** It writes both streams: its progress to stderr. */
const compare = 'compare --pick-up 1 --from 2040-01-06 --nights 7 --vehicle 11 --format ndjson';

/** Runs a script in bash, with the program and an operator of many depots as `rental`. */
async function bash(script: string, laterQuotes: readonly object[] = []) {
  const { baseUrl } = await operator({
    depots: Array.from({ length: 5_000 }, (_, index) => `Depot ${index + 1}`),
    quotes: [{ quoteId: 'Q', expiresAt: '2040-01-01T00:00:00Z' }, ...laterQuotes],
  });
  const env = { ...cleanEnvironment(temporaryFolder()), RENTAL_BASE_URL: baseUrl };
  const whole = `rental() { '${node}' '${binary}' "$@"; }; ${script}`;
  const child = spawn('bash', ['-c', whole], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  const { code, stdout, stderr } = await collect(child).ended;
  const steady = (text: string): string =>
    text.replaceAll(new URL(baseUrl).host, 'HOST').replace(/\d+\.\d s/, 'N s');
  return { code, stdout: steady(stdout), stderr: steady(stderr) };
}

test('the output and the exit code are the same without stderr or stdin', async () => {
  const usual = await bash(`rental ${compare}`);
  expect(usual).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('"totalAmount":696.5') as string,
  });
  expect(await bash(`rental ${compare} 2>&-`)).toEqual({ ...usual, stderr: '' });
  expect(await bash(`rental ${compare} <&-`)).toEqual(usual);
});

test('a reader that takes one line of a long output gets it, and nothing is an error', async () => {
  const cut = await bash('rental depots | head -n 1; exit ${PIPESTATUS[0]}');
  expect(cut).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^1\tDepot 1\t.*\n$/) as string,
    stderr: '',
  });
});

test('a comparison is saved if its reader goes after one line: all was answered before', async () => {
  const many =
    'compare --pick-up 1 --from 2040-01-06..+300d --nights 7 --max-requests 2000 --format ndjson --save it';
  const cut = await bash(
    `rental ${many} --rate-limit 900/1s --quote all | head -n 1; rental trips --json`,
  );
  expect(cut.stderr).toContain('note: saved: rental trips show it');
  const [first = '', trips = ''] = cut.stdout.split('\n');
  expect([JSON.parse(first), JSON.parse(trips)]).toMatchObject([
    { totalAmount: 696.5 },
    [{ name: 'it' }],
  ]);
});

test.skipIf(!existsSync('/dev/full'))('a full disk is exit code 9 and one error', async () => {
  const { code, stdout, stderr } = await bash('rental depots >/dev/full');
  expect({ code, stdout }).toEqual({ code: 9, stdout: '' });
  expect(stderr).toMatch(
    /^error: the output could not be written: ENOSPC[^\n]*\nhint: is the disk full\?\n$/,
  );
});

test.skipIf(!existsSync('/dev/full'))(
  'a watch ends with 9 on a full disk, and without an error when its reader has gone',
  async () => {
    const save =
      'rental quote 11 --pick-up 1 --from 2040-01-06 --nights 7 --save kea >/dev/null 2>&1';
    const watch = 'rental trips watch kea --once';
    const lower = [{ totalAmount: 600 }];
    const full = await bash(`${save}; ${watch} >/dev/full`, lower);
    expect(full).toMatchObject({ code: 9, stdout: '' });
    expect(full.stderr).toMatch(
      /^error: the output could not be written: ENOSPC[^\n]*\nhint: is the disk full\?\n$/,
    );
    const closed = await bash(`${save}; ${watch} | true; exit \${PIPESTATUS[0]}`, lower);
    expect(closed).toEqual({ code: 0, stdout: '', stderr: '' });
  },
);

const terminals: readonly (readonly [
  name: string,
  setup: string,
  env: Readonly<Record<string, string>>,
])[] = [
  ['of no size', 'stty cols 0 rows 0', { NO_COLOR: '1' }],
  ['that is dumb', ':', { TERM: 'dumb' }],
  ['in CI', ':', { CI: '1', NO_COLOR: '1' }],
];

test.each(sample(terminals, 3))(
  'a terminal %s gets plain lines, no pager and no question',
  async (_, setup, more) => {
    const { baseUrl } = await operator();
    const lines = [compare.replace(' --format ndjson', ''), '--help', 'plan'];
    const script = lines.map((line) => `"$NODE" "$RENTAL" ${line}; echo "<code=$?>"`).join('; ');
    const env = {
      RENTAL_BASE_URL: baseUrl,
      NODE: node,
      RENTAL: binary,
      RENTAL_NO_PAGER: '0',
      RENTAL_PAGER: 'touch paged',
    };
    const pty = openPty(
      '/bin/sh',
      ['-c', `read -r _; ${setup}; ${script}; echo '<end>'; read -r _`],
      {
        env: { ...env, ...more },
        rows: 10,
      },
    );
    pty.press('\r');
    if (more['CI'] === undefined) {
      await pty.shows('Pick-up depot');
      // Questions in plain lines leave Ctrl-C to the terminal, which would end this shell too. Ctrl-D
      // is for the program alone.
      pty.press(more['TERM'] === 'dumb' ? '\u0004' : '\u0003');
    }
    await pty.shows('<end>');
    const codes = [...pty.raw().matchAll(/<code=(\d+)>/g)].map(([, code]) => Number(code));
    expect(codes).toEqual([0, 0, more['CI'] === undefined ? 130 : 2]);
    expect(pty.raw().split('<code=0>').slice(0, 2).join('')).not.toContain('\u001B');
    expect(pty.screen()).toContain('rental <command> --help');
    expect(existsSync(join(pty.folder, 'paged'))).toBe(false);
  },
);
