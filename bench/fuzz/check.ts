/** Checks random answers: the program ends as documented, whatever the service sends. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { exitCodes } from '../../src/base/errors.ts';
import { splitShell } from '../../src/base/shell-words.ts';
import { main } from '../../src/main.ts';
import { startSandbox } from '../../src/sandbox/index.ts';
import { createDice, type Dice } from '../../test/support/dice.ts';
import { createIo } from '../../test/support/io.ts';
import { bytesOf, oddBytesOf, type Answer } from './answers.ts';

const startedAt = Date.parse('2026-11-20T22:00:00Z');
const trip = '--pick-up 1 --drop-off 10 --from 2026-12-20 --to 2026-12-27';
const named = "--pick-up 'auckland airport' --drop-off queenstown --from +30d --to +7d";

/** How often, and the command. Most send one request, because each request takes its time. */
const commands: readonly (readonly [weight: number, line: string])[] = [
  [26, 'depots'],
  [16, `availability ${trip}`],
  [12, 'extras 101'],
  [18, `quote 101 ${trip}`],
  [2, `quote 101 ${trip} --accessory 301,301 --insurance 402`],
  [1, `plan ${named} --vehicle cheapest --accessory 'child seat' --insurance none`],
  [2, 'compare --pick-up 1 --from +30d --nights 7 --quote best:2'],
  [0.3, 'smoke'],
];
const formats = ['table', 'plain', 'ndjson', 'csv'].map((format) => `--format ${format}`);

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface Checked {
  readonly index: number;
  readonly words: readonly string[];
  readonly sent: readonly { readonly target: string; readonly bytes: Buffer }[];
  readonly outcome: Outcome;
  /** Undefined if nothing is wrong. */
  readonly problem: string | undefined;
}

interface Inputs {
  readonly seed: number;
  readonly count: number;
  /** The number of the first input. */
  readonly from?: number;
}

/** Resolves with the inputs that have a problem, and with how often each exit code came. */
export async function checkAnswers(
  { seed, count, from = 0 }: Inputs,
  onEnd: (input: Checked) => void = () => {},
) {
  // Otherwise Node 20 compiles the WebAssembly of undici once more, in the middle of an input.
  setFlagsFromString('--liftoff-only');
  const service = await startService();
  const clock = startClock();
  const defects: Checked[] = [];
  const codes: Record<number, number> = {};
  for (let index = from; index < from + count; index += 1) {
    clock.restart();
    const input = await checkInput(seed, index, service, clock.io);
    codes[input.outcome.code] = (codes[input.outcome.code] ?? 0) + 1;
    if (input.problem !== undefined) defects.push(input);
    onEnd(input);
  }
  await service.close();
  return { defects, codes };
}

async function checkInput(
  seed: number,
  index: number,
  service: Service,
  clock: object,
): Promise<Checked> {
  const dice = diceOf(`${seed} ${index}`);
  const [, line] = dice.pick(
    commands.flatMap((command) => Array<typeof command>(10 * command[0]).fill(command)),
  );
  const format = dice.pick([...formats, '--json', '']);
  const flags = `${format} --retries ${dice.pick([0, 1])} --timeout 20s ${dice.pick(['', '', '-vv'])}`;
  const words = splitShell(`${line} --base-url ${service.baseUrl} ${flags}`);
  // The share of the answers that are odd: sometimes a run must come far.
  const share = dice.pick([1, 1, 1, 0.5, 0.2, 0]);
  const sent: { target: string; bytes: Buffer }[] = [];
  service.use((target, right) => {
    // Each answer depends on its request alone, not on the order of requests that are sent at once.
    const times = sent.filter((one) => one.target === target).length;
    const answerDice = diceOf(`${seed} ${index} ${times} ${target}`);
    const isOdd = answerDice.chance(share);
    const bytes = isOdd ? oddBytesOf(right, answerDice) : bytesOf(right);
    sent.push({ target, bytes });
    return { bytes, isOdd, dice: answerDice };
  });
  const parent = process.platform === 'linux' ? '/dev/shm' : tmpdir();
  const home = mkdtempSync(join(parent, 'rental-fuzz-'));
  const folders = { HOME: home, XDG_CACHE_HOME: home, XDG_CONFIG_HOME: home };
  const env = { NO_COLOR: '1', ...folders, RENTAL_STATE_DIR: home };
  const { io, printed } = createIo(env, { ...clock, input: '' });
  const outcome = { code: await main(words, io), ...printed };
  service.use(undefined);
  rmSync(home, { recursive: true, force: true });
  const isRefused = share === 0 && outcome.code > 1;
  const problem = isRefused ? 'right answers end with an error' : problemOf(words, outcome);
  return { index, words, sent, outcome, problem };
}

const unsafe = /[^\P{Cc}\n\t\r]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]|\p{Cs}/u;

/** The problem with the end of a correct command line in a pipe; undefined if it ended right. */
function problemOf(
  words: readonly string[],
  { code, stdout, stderr }: Outcome,
): string | undefined {
  const text = `${stdout}\n${stderr}`;
  const [command = ''] = words;
  const format = words.includes('--json') ? 'json' : (words[words.indexOf('--format') + 1] ?? '');
  if (code === exitCodes.internal) return 'exit code 70';
  if (!Object.values<number>(exitCodes).includes(code)) return `exit code ${code} has no meaning`;
  if (unsafe.test(text)) return 'an unsafe character';
  if (text.includes('\r') && (format !== 'csv' || /\r(?!\n)/.test(text)))
    return 'a carriage return';
  if (!words.includes('-vv') && /^ +at .*:\d+:\d+\)?$/m.test(text)) return 'a stack trace';
  if (/\[object |\bundefined\b|\bNaN\b/.test(text)) return 'a value that is not text';
  if (stderr.split('\n').some((line) => line.length > 2_500)) return 'a message that is too long';
  if ('polluted' in {}) return 'a changed prototype';
  if (/within 20 s\b/.test(text)) return 'it waits for an answer that has ended';
  if (code > exitCodes.no && stdout === '' && stderr === '') return 'it fails without a word';
  const isResult =
    code <= exitCodes.no || code === exitCodes.partial || /^(compare|smoke)$/.test(command);
  if (stdout !== '' && !isResult) return 'an error prints to stdout';
  const rows = stdout.split('\n').slice(0, -1);
  if (format === 'json' && stdout !== '' && !isJson(stdout)) return 'the document is not JSON';
  if (command === 'smoke') return undefined;
  if (format === 'ndjson' && !rows.every(isJson)) return 'a record is not JSON';
  const isPlain = format === 'plain' || !words.some((word) => /^--(format|json)$/.test(word));
  const isUneven = new Set(rows.map((row) => row.split('\t').length)).size > 1;
  return isPlain && isUneven ? 'records of different lengths' : undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

interface SentAnswer {
  readonly bytes: Buffer;
  readonly isOdd: boolean;
  readonly dice: Dice;
}
type Answering = (target: string, right: Answer) => SentAnswer;
type Service = Awaited<ReturnType<typeof startService>>;

/** A TCP server whose answers are made of those of the sandbox by the function of `use`. */
async function startService() {
  const sockets = new Set<Socket>();
  let answering: Answering | undefined;
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    let received = '';
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    socket.on('end', () => drop(socket));
    socket.on('data', (bytes: Buffer) => {
      received += bytes.toString('latin1');
      if (!received.includes('\r\n\r\n')) return;
      const [, target = '/'] = /^GET (\S+)/.exec(received) ?? [];
      received = '';
      void answer(target, socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const rateLimit = { limit: 1e9, windowMs: 1 };
  const sandbox = await startSandbox({ now: () => startedAt, rateLimit });

  async function answer(target: string, socket: Socket): Promise<void> {
    const response = await fetch(new URL(target, sandbox.baseUrl));
    const body = Buffer.from(await response.arrayBuffer());
    const type = ['Content-Type', response.headers.get('content-type') ?? ''] as const;
    const sent = answering?.(target, { status: String(response.status), headers: [type], body });
    if (sent === undefined || socket.destroyed) return;
    const { bytes, isOdd, dice } = sent;
    // Two pieces, which the client reads one after the other.
    const half = dice.below(bytes.byteLength + 1);
    socket.write(bytes.subarray(0, half));
    await new Promise(setImmediate);
    socket.write(bytes.subarray(half));
    if (isOdd && dice.chance(0.1)) drop(socket);
    else if (isOdd) socket.end();
  }
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/agent`,
    use: (next: Answering | undefined) => {
      answering = next;
      sockets.forEach(drop);
    },
    close: () => {
      server.close();
      return sandbox.close();
    },
  };
}

/**
 * A reset frees the client's port at once. After an end, Node would lose track of the socket, so it
 * is only destroyed.
 */
function drop(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}

/** Time passes only in sleeps, which end at once. */
function startClock() {
  let passed = 0;
  const monotonic = (): number => 1_000_000 + passed;
  const sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
    const until = passed + ms;
    await new Promise<void>((resolve) => setTimeout(resolve, 1));
    if (signal?.aborted === true) throw signal.reason;
    passed = Math.max(passed, until);
  };
  return {
    io: { now: () => startedAt + passed, monotonic, sleep },
    restart: () => void (passed = 0),
  };
}

/** FNV-1a. */
function diceOf(text: string): Dice {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return createDice(hash);
}
