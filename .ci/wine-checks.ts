/**
 * The built program as a user of Windows runs it. `.ci/windows` runs this under Wine, `.ci/executable` with a single executable in an
 * empty root; `npm run bench -- windows` runs it here.
 */
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, version } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runClaims } from '../budget/claims.ts';
import { codeOf, programIn } from './program.ts';

interface Check {
  readonly name: string;
  /** Returns what is wrong; undefined if nothing is. */
  readonly problem: () => Promise<string | undefined>;
}

const root = process.env['BENCH_ROOT'] ?? process.cwd();
const [worker] = process.argv.slice(2);
const isWindows = process.platform === 'win32';
/** There, the program is alone: no editor. */
const isEmptyRoot = Boolean(process.env['BENCH_EMPTY_ROOT']);
const folder = mkdtempSync(join(tmpdir(), 'rental-windows-'));
const local = join(folder, 'Local Data');
const { start, rental } = programIn(root, folder, { LOCALAPPDATA: local });

async function waitFor(isDone: () => boolean): Promise<void> {
  for (let tries = 0; !isDone(); tries += 1) {
    if (tries > 600) throw new Error('nothing came for a minute');
    await sleep(100);
  }
}

/** The program ends with this code and its output has this text. */
function command(line: string, expected: RegExp, code = 0, more?: Readonly<Record<string, string>>): Check {
  return {
    name: line,
    problem: async () => {
      const ended = await rental(line.split(' '), more);
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

/** An editor in a folder with a blank in its name; it writes a valid configuration. */
function editorInFolder(): string {
  const own = join(folder, 'an editor');
  mkdirSync(own);
  const script = join(own, 'edit it.cjs');
  writeFileSync(script, `require('fs').writeFileSync(process.argv[3], '{"operators": {}}');`);
  return `"${process.execPath}" "${script}" --wait`;
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
    command('config --json', /"local"/),
    { name: '2 processes share one budget', problem: shareBudget },
    ...(isWindows ? [{ name: 'a slot that another program has open', problem: shareWithHeldSlot }] : []),
    ...(worker === undefined
      ? []
      : [
          { name: '4 processes claim from one budget', problem: () => claim(worker, undefined) },
          { name: '4 processes that are killed at random', problem: () => claim(worker, 150) },
        ]),
    ...(isEmptyRoot
      ? []
      : [
          command('operators edit --json', /^\[\]/, 0, { EDITOR: editorInFolder() }),
          command('operators list --json', /^\[\]/),
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
