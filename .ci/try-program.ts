/**
 * Run by .ci/windows under Wine, and by .ci/executable in an empty root: main commands of the built program, and processes that share a
 * budget. All outputs of the program go to files: Wine has no pipes to the system around it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir, version } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runClaims } from '../bench/budget/claims.ts';

interface Check {
  readonly name: string;
  /** Returns what is wrong; undefined if nothing is. */
  readonly problem: () => Promise<string | undefined>;
}

/** `bin/rental.js`, a single executable, or what starts one. */
const { TRIED_PROGRAM: program = '' } = process.env;
const [worker] = process.argv.slice(2);
const isWindows = process.platform === 'win32';
const folder = mkdtempSync(join(tmpdir(), 'rental-tried-'));
const local = join(folder, 'Local Data');
let count = 0;

function start(args: readonly string[]) {
  const base = join(folder, `${(count += 1)}`);
  const files = [openSync(`${base}.out`, 'w'), openSync(`${base}.err`, 'w')] as const;
  const own = { XDG_CONFIG_HOME: join(folder, 'config'), XDG_CACHE_HOME: '', LOCALAPPDATA: local };
  const [file, ...words] = program.endsWith('.js') ? [process.execPath, program, ...args] : [program, ...args];
  const child = spawn(file ?? '', words, { stdio: ['ignore', ...files], env: { ...process.env, ...own } });
  for (const file of files) closeSync(file);
  return { child, read: (kind: 'out' | 'err') => readFileSync(`${base}.${kind}`, 'utf8') };
}

async function rental(args: readonly string[]) {
  const { child, read } = start(args);
  const stop = setTimeout(() => child.kill('SIGKILL'), 120_000);
  const code = await codeOf(child);
  clearTimeout(stop);
  return { code, stdout: read('out'), stderr: read('err') };
}

function codeOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('exit', resolve));
}

async function waitFor(isDone: () => boolean): Promise<void> {
  for (let tries = 0; !isDone(); tries += 1) {
    if (tries > 600) throw new Error('nothing came for a minute');
    await sleep(100);
  }
}

/** The program ends with this code and its output has this text. */
function command(line: string, expected: RegExp, code = 0): Check {
  return {
    name: line,
    problem: async () => {
      const ended = await rental(line.split(' '));
      const isRight = ended.code === code && expected.test(ended.stdout);
      return isRight ? undefined : `exit code ${ended.code}\n${ended.stdout}${ended.stderr}`;
    },
  };
}

const trip = '--pick-up 1 --from 2030-01-05 --to 2030-01-12';
const limit = '20/5s';
/** Windows opens the file for no other program. */
const openedAlone = 0x1000_0000;

/** Another program, such as a virus scanner, has a slot open: the budget is shared all the same. */
async function shareWithHeldSlot(): Promise<string | undefined> {
  const home = join(local, 'rental', 'budget');
  const slots = readdirSync(home).flatMap((key) => readdirSync(join(home, key)).map((name) => join(home, key, name)));
  const held = slots.filter((path) => /slot-0-[^.]*$/.test(path)).map((path) => openSync(path, openedAlone));
  const { code, stderr } = await rental(['depots', '--operator', 'local', '--refresh']);
  for (const file of held) closeSync(file);
  const isRight = held.length > 0 && code === 0 && !stderr.includes('budget');
  return isRight ? undefined : `${held.length} held, exit code ${code}: ${stderr}`;
}

/** Every request of two processes is accepted, and they share one folder. */
async function shareBudget(): Promise<string | undefined> {
  const lineFrom = (date: string) =>
    `compare --pick-up 1 --from ${date} --flex 3 --nights 7 --operator local -v --json`;
  const both = await Promise.all(['2030-03-05', '2030-05-05'].map((date) => rental(lineFrom(date).split(' '))));
  const answers = both.flatMap(({ stderr }) => stderr.match(/^GET .* \d{3}, /gm) ?? []);
  const refused = answers.filter((answer) => answer.endsWith(' 429, '));
  const failed = both.filter(({ code }) => code !== 0);
  const isUsed = !isWindows || existsSync(join(local, 'rental', 'budget'));
  process.stdout.write(`        ${answers.length} requests at ${limit}, ${refused.length} with a 429\n`);
  const isRight = answers.length > 40 && refused.length === 0 && failed.length === 0 && isUsed;
  return isRight ? undefined : JSON.stringify({ isUsed, refused, failed });
}

async function claim(file: string, killEveryMs: number | undefined): Promise<string | undefined> {
  const kills = killEveryMs === undefined ? {} : { killEveryMs };
  const outcome = await runClaims({ processes: 4, claims: 600, limit: 20, windowMs: 300, ...kills }, file);
  process.stdout.write(`        ${JSON.stringify(outcome)}\n`);
  return outcome.mostInAnyWindow <= 20 && outcome.freeAfterLease === 20 ? undefined : 'more than 20, or a lost slot';
}

function checks(base: string): Check[] {
  const at = `--base-url ${base}`;
  return [
    command('--version', /^\d+\.\d+\.\d+\s*$/),
    command('--help', /USAGE/),
    command('help dates', /tomorrow/),
    command('doctor --json', isWindows ? /Local Data\\\\rental\\\\budget/ : /budget/),
    command('depots --sandbox --json', /^\[/),
    command(`availability ${trip} --sandbox --json`, /"vehicleId"/),
    command(`extras 101 ${trip} --sandbox --json`, /"insuranceTypes"/),
    command(`quote 101 ${trip} --sandbox --json`, /"checkoutUrl"/),
    command(`plan ${trip} --vehicle cheapest --insurance none --sandbox --json --no-input`, /"checkoutUrl"/),
    command(`compare ${trip} --sandbox --json`, /"total/),
    command(`book-link ${trip} --sandbox`, /^http/),
    command('smoke --sandbox --json', /"checks"/),
    command('schema quote', /"\$schema"/),
    command('completion powershell', /Register-ArgumentCompleter/),
    command('quote nothing', /^$/, 2),
    command(`depots ${at} --json`, /^\[/),
    command(`limits ${at} --json`, /"limit"/),
    command(`operators add local ${base} --limit ${limit}`, /local/),
    command('operators list --json', /"local"/),
    { name: '2 processes share one budget', problem: shareBudget },
    ...(isWindows ? [{ name: 'a slot that another program has open', problem: shareWithHeldSlot }] : []),
    ...(worker === undefined
      ? []
      : [
          { name: '4 processes claim from one budget', problem: () => claim(worker, undefined) },
          { name: '4 processes that are killed at random', problem: () => claim(worker, 150) },
        ]),
  ];
}

async function main(): Promise<void> {
  process.stdout.write(`Node ${process.version} on ${version()} (${process.platform})\n`);
  const server = start(['sandbox', '--rate-limit', limit]);
  let failures = 0;
  try {
    await waitFor(() => server.read('out').includes('\n'));
    const [base = ''] = server.read('out').split('\t');
    for (const { name, problem } of checks(base)) {
      const found = await problem().catch((error: Error) => error.stack ?? error.message);
      failures += found === undefined ? 0 : 1;
      process.stdout.write(found === undefined ? `ok      ${name}\n` : `FAILED  ${name}\n${found}\n`);
    }
    server.child.kill();
    await codeOf(server.child);
  } finally {
    server.child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  process.stdout.write(failures === 0 ? 'everything passed\n' : `${failures} failed\n`);
  process.exitCode = failures === 0 ? 0 : 1;
}

await main();
