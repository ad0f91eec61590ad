/** The processes that are timed. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Command = readonly [file: string, ...args: string[]];

export interface Measured {
  /** ms. */
  readonly median: number;
  readonly min: number;
  /** MB; undefined for other programs than Node. */
  readonly peak: number | undefined;
}

/** The yardstick: what a new program would do, as an ES module. */
const oneRequest = `import { get } from 'node:http';
get(process.argv[1], (response) => {
  let text = '';
  response.setEncoding('utf8').on('data', (part) => (text += part)).on('end', () => console.log(JSON.stringify(JSON.parse(text))));
});`;

/** The same service by its address and by a host name; undefined if there is none. */
export interface Urls {
  readonly address: string;
  readonly name: string | undefined;
}

export const byName = 'rental depots --json, by host name';

export function nodeCommands(node: string, root: string, { address: url, name }: Urls): Record<string, Command> {
  const rental = (...args: string[]): Command => [node, join(root, 'bin/rental.js'), ...args];
  const trip = ['--pick-up', '1', '--from', '2130-01-05', '--to', '2130-01-12'];
  return {
    'node -e 0': [node, '-e', '0'],
    'node:http, one request': [node, '--input-type=module', '-e', oneRequest, `${url}/depots`],
    'rental --version': rental('--version'),
    'rental depots --json': rental('depots', '--json', '--base-url', url),
    ...(name !== undefined && { [byName]: rental('depots', '--json', '--base-url', name) }),
    'rental quote --json': rental('quote', '7', ...trip, '--json', '--base-url', url),
  };
}

/** Empty if httpie is not installed. */
export function httpie(url: string): Record<string, Command> {
  const isInstalled = spawnSync('http', ['--version']).status === 0;
  return isInstalled ? { 'httpie, the same request': ['http', '--ignore-stdin', '--body', `${url}/depots`] } : {};
}

export function versionOf(node: string): string {
  return spawnSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' }).stdout.trim();
}

/** Runs the commands in turn, `runs` times after one that does not count, and each Node once more for its memory. */
export async function measure(
  commands: Readonly<Record<string, Command>>,
  runs: number,
): Promise<Record<string, Measured>> {
  const folder = mkdtempSync(join(tmpdir(), 'rental-bench-'));
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, RENTAL_STATE_DIR: folder };
  const times = new Map(Object.keys(commands).map((name) => [name, [] as number[]]));
  try {
    for (let round = 0; round <= runs; round += 1) {
      for (const [name, command] of Object.entries(commands)) {
        const ms = await time(command, env);
        if (round > 0) times.get(name)?.push(ms);
      }
    }
    const measured: Record<string, Measured> = {};
    for (const [name, command] of Object.entries(commands)) {
      const sorted = (times.get(name) ?? []).sort((a, b) => a - b);
      const [median = Number.NaN, min = Number.NaN] = [sorted[sorted.length >> 1], sorted[0]];
      measured[name] = { median, min, peak: await peakOf(command, folder, env) };
    }
    return measured;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Not blocking, because the server runs in this process. */
function time([file, ...args]: Command, env: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.resume();
    child.once('error', reject).once('close', (code) => {
      if (code === 0) resolve(performance.now() - startedAt);
      else reject(new Error(`${file} ${args.join(' ')} ended with ${code}`));
    });
  });
}

/** In a run of its own, because the code that reports the memory takes time. */
async function peakOf(command: Command, folder: string, env: Record<string, string>): Promise<number | undefined> {
  const [hook, report] = [join(folder, 'peak.cjs'), join(folder, 'peak')];
  const code = `require('node:fs').writeFileSync(${JSON.stringify(report)}, String(process.resourceUsage().maxRSS))`;
  writeFileSync(hook, `process.on('exit', () => ${code});`);
  writeFileSync(report, '');
  await time(command, { ...env, NODE_OPTIONS: `--require=${hook}` });
  const kilobytes = Number(readFileSync(report, 'utf8'));
  return kilobytes === 0 ? undefined : kilobytes / 1024;
}
