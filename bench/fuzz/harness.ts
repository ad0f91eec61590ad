/** Runs a command line in this process against fake operators, and says what is wrong with how it ended. */
import { stripVTControlCharacters } from 'node:util';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import os, { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { exitCodes } from '../../src/errors.ts';
import { main } from '../../src/main.ts';
import { startSandbox } from '../../src/sandbox/index.ts';
import type { Io } from '../../src/terminal/io.ts';
import { createClock, startedAt, type FakeClock } from './clock.ts';
import type { Line } from './lines.ts';
import type { Addresses } from './values.ts';

/** In memory, where the system has that. */
const root = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Fakes {
  readonly addresses: Addresses;
  close(): Promise<void>;
}

/** Two sandboxes without ids in common, and an operator that answers what it must not. */
export async function startFakes(): Promise<Fakes> {
  const options = { now: () => startedAt, rateLimit: { limit: 1_000_000, windowMs: 60_000 } };
  const lucky = await startSandbox(options);
  const happy = await startSandbox({ ...options, variant: 'b' });
  const broken = createServer(({ url = '' }, response) => {
    const [status, type, body] = url.includes('/depots')
      ? [200, 'application/json', '[{"id": 1, "name": "\u001b[31mOdd\\u0000\\n"}]']
      : url.includes('/quotes')
        ? [503, 'application/json', '{"error": "closed"}']
        : [200, 'text/html', '<p>hello'];
    response.writeHead(status as number, { 'content-type': type as string }).end(body);
  });
  await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
  const brokenUrl = `http://127.0.0.1:${(broken.address() as AddressInfo).port}/api`;
  return {
    addresses: { lucky: lucky.baseUrl, happy: happy.baseUrl, broken: brokenUrl },
    close: async () => {
      broken.closeAllConnections();
      broken.close();
      await Promise.all([lucky.close(), happy.close()]);
    },
  };
}

/** Rejects if the line does not end within 30 s. */
export async function runLine(
  { words, env, config, columns }: Line,
  clock: FakeClock = createClock(),
): Promise<Outcome> {
  clock.restart();
  // The same for every run, because paths are printed and wrapped.
  const home = join(root, `rental-fuzz-${process.pid}`);
  if (config !== undefined) {
    mkdirSync(join(home, 'config', 'rental'), { recursive: true });
    writeFileSync(join(home, 'config', 'rental', 'config.json'), config);
  }
  const folders = { HOME: home, XDG_CONFIG_HOME: join(home, 'config'), XDG_CACHE_HOME: join(home, 'cache') };
  const variables = { ...folders, RENTAL_STATE_DIR: join(home, 'state'), LANG: 'C.UTF-8', ...env };
  const { io, printed } = fakeIo(variables, columns, clock);
  let timer: NodeJS.Timeout | undefined;
  const stuck = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('it does not end')), 30_000);
  });
  try {
    const code = await Promise.race([asNoUser(() => main(words, io)), stuck]);
    return { code, ...printed };
  } finally {
    clearTimeout(timer);
    rmSync(home, { recursive: true, force: true });
  }
}

/** No folder of this user stands in for a RENTAL_STATE_DIR that cannot be used: then the budget is in memory. */
async function asNoUser<T>(work: () => Promise<T>): Promise<T> {
  const { userInfo } = os;
  const set = (value: typeof userInfo): void => {
    os.userInfo = value;
    syncBuiltinESMExports();
  };
  const user = userInfo();
  set((() => ({ ...user, uid: -1 })) as typeof userInfo);
  try {
    return await work();
  } finally {
    set(userInfo);
  }
}

function fakeIo(env: Readonly<Record<string, string>>, columns: number | undefined, clock: FakeClock) {
  const printed = { stdout: '', stderr: '' };
  const listeners = new Set<(signal: 'SIGINT') => void>();
  const stream = (name: 'stdout' | 'stderr') => {
    const through = new PassThrough();
    through.setEncoding('utf8').on('data', (text: string) => {
      printed[name] += text;
      // Only the interruption ends a server.
      if (printed.stdout.includes('/openapi.json')) listeners.forEach((listener) => listener('SIGINT'));
    });
    return Object.assign(through, { isTTY: columns !== undefined && name === 'stdout', columns });
  };
  const io: Io = {
    // The end of its input ends a server for assistants.
    stdin: Object.assign(new PassThrough().end(), { isTTY: false }),
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    env,
    now: clock.now,
    nodeVersion: process.version,
    monotonic: clock.monotonic,
    random: () => 0.5,
    sleep: clock.sleep,
    onInterrupt: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    ignoreInterrupts: (work) => work(),
    killGroup: () => {},
    onSuspend: () => () => {},
    suspend: () => {},
    interrupt: () => {},
  };
  return { io, printed };
}

/** What two runs of a line must have in common. */
export function stable({ words, env, config = '' }: Line, { code, stdout, stderr }: Outcome): string {
  // Requests that are sent at once, and streamed rows, are shown in the order of the answers.
  const isStreamed =
    words.includes('compare') && /csv|ndjson/i.test([...words, ...Object.values(env), config].join(' '));
  const sorted = (text: string): string => text.split('\n').sort().join('\n');
  // Code that is loaded for the first time has another trace.
  const told = stderr
    .replace(/\u001B\[\d+m/g, '')
    .replace(/\d+ left/g, '<n> left')
    .replace(/^ +at .*\n/gm, '');
  const text = [code, isStreamed ? sorted(stdout) : stdout, sorted(told)].join('\n');
  // The built-in operator has another port each time, and a narrow table may cut it anywhere.
  const isBuiltIn = words.some((word) => word.includes('sandbox')) || 'RENTAL_SANDBOX' in env;
  return isBuiltIn ? text.replace(/\d/g, '0') : text;
}

/** What is wrong with the end of a line; undefined if nothing is. */
export function problemOf({ words, env, columns }: Line, { code, stdout, stderr }: Outcome): string | undefined {
  if (code === exitCodes.internal) return 'exit code 70';
  if (!Object.values<number>(exitCodes).includes(code)) return `exit code ${code} has no meaning`;
  // "No" and an interruption need no words.
  const needsWords = code > exitCodes.no && code < exitCodes.hungUp;
  if (needsWords && stdout === '' && stderr === '') return 'it fails without a word';
  if (code === exitCodes.usage && stdout !== '') return 'a usage error prints to stdout';
  const isColoured =
    columns !== undefined ||
    /\b(always|FORCE_COLOR|xterm)\b/.test(`${words.join(' ')} ${Object.entries(env).join(' ')}`);
  if (!isColoured && /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(stdout + stderr))
    return 'a control character';
  return words.includes('--json') ? problemOfJson(words, { code, stdout, stderr }) : undefined;
}

function problemOfJson(words: readonly string[], { code, stdout, stderr }: Outcome): string | undefined {
  const last = stderr.trimEnd().split('\n').at(-1) ?? '';
  const error = last.startsWith('{"error":')
    ? (parsed(last) as { error: { exitCode: number } } | undefined)
    : undefined;
  if (last.startsWith('{"error":') && error === undefined) return 'the error is not JSON';
  if (words.includes('sandbox')) return undefined;
  if (error !== undefined && stdout !== '') return 'an error prints to stdout';
  if (error !== undefined && error.error.exitCode !== code) return 'the error has another exit code';
  if (error === undefined && stdout === '' && code !== 0) return 'an error is not JSON';
  const isText = /^(USAGE|rental: plan|\d+\.\d+\.\d+\n)/.test(stdout);
  if (stdout !== '' && !isText && parsed(stripVTControlCharacters(stdout)) === undefined)
    return 'the document is not JSON';
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
