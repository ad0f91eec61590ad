/**
 * Run by .ci/windows under Wine: main commands of the built program, and processes that share a budget.
 * `try-program.mjs <program> <claim-worker.mjs>`
 */
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir, version } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runClaims } from '../bench/budget/claims.ts';

const [program = '', worker = ''] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'rental-tried-'));
const local = join(folder, 'Local Data');
const limit = '20/5s';
let count = 0;

/** The outputs go to files, because Wine has no pipes to the system around it. */
function start(line: string) {
  const base = join(folder, `${(count += 1)}`);
  const files = [openSync(`${base}.out`, 'w'), openSync(`${base}.err`, 'w')] as const;
  const env = {
    ...process.env,
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_CACHE_HOME: '',
    LOCALAPPDATA: local,
  };
  const words = line.split(' ');
  const [file, args] = program.endsWith('.js')
    ? [process.execPath, [program, ...words]]
    : [program, words];
  const child = spawn(file, args, { stdio: ['ignore', ...files], env, timeout: 120_000 });
  for (const file of files) closeSync(file);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { child, ended, read: (kind: 'out' | 'err') => readFileSync(`${base}.${kind}`, 'utf8') };
}

async function rental(line: string) {
  const { ended, read } = start(line);
  return { code: await ended, stdout: read('out'), stderr: read('err') };
}

function report(name: string, isRight: boolean, found: unknown): void {
  process.stdout.write(
    isRight ? `ok      ${name}\n` : `FAILED  ${name}\n${JSON.stringify(found, null, 2)}\n`,
  );
  if (!isRight) process.exitCode = 1;
}

/** The program ends with this code and its output has this text. */
async function command(line: string, expected: RegExp, expectedCode = 0): Promise<void> {
  const ended = await rental(line);
  report(line, ended.code === expectedCode && expected.test(ended.stdout), ended);
}

/** Every request of two processes is accepted, and they share one folder. */
async function shareBudget(): Promise<void> {
  const line = '--pick-up 1 --flex 3 --nights 7 --operator local -v --json';
  const dates = ['2030-03-05', '2030-05-05'];
  const both = await Promise.all(dates.map((date) => rental(`compare --from ${date} ${line}`)));
  const answers = both.flatMap(({ stderr }) => stderr.match(/^GET .* \d{3}, /gm) ?? []);
  const areAccepted = answers.length > 30 && !answers.some((answer) => answer.endsWith(' 429, '));
  const isUsed = existsSync(join(local, 'rental', 'budget'));
  report(
    '2 processes share one budget',
    areAccepted && isUsed && both.every(({ code }) => code === 0),
    both,
  );
}

async function claim(name: string, kills: { readonly killEveryMs?: number }): Promise<void> {
  const outcome = await runClaims(
    { processes: 4, claims: 600, limit: 20, windowMs: 300, ...kills },
    worker,
  );
  report(name, outcome.maxInAnyWindow <= 20 && outcome.freeAfterLease === 20, outcome);
}

process.stdout.write(`Node ${process.version} on ${version()} (${process.platform})\n`);
const server = start(`sandbox --rate-limit ${limit}`);
try {
  for (let tries = 0; !server.read('out').includes('\n') && tries < 600; tries += 1)
    await sleep(100);
  const [base = ''] = server.read('out').split('\t');
  const trip = '--pick-up 1 --from 2030-01-05 --to 2030-01-12';
  await command('--version', /^\d+\.\d+\.\d+\s*$/);
  await command('help dates', /tomorrow/);
  await command('doctor --json', /Local Data\\\\rental\\\\budget/);
  await command(`quote 101 ${trip} --sandbox --json`, /"checkoutUrl"/);
  await command(
    `plan ${trip} --vehicle cheapest --insurance none --sandbox --json --no-input`,
    /"checkoutUrl"/,
  );
  await command('smoke --sandbox --json', /"checks"/);
  await command('completion powershell', /Register-ArgumentCompleter/);
  await command('quote nothing', /^$/, 2);
  await command(`operators add local ${base} --rate-limit ${limit}`, /local/);
  await command('operators list --json', /"local"/);
  await shareBudget();
  await claim('4 processes claim from one budget', {});
  await claim('4 processes that are killed at random', { killEveryMs: 150 });
} finally {
  server.child.kill('SIGKILL');
  await server.ended;
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
