/** Random inputs: a command line, and the bytes that answer its requests. The same seed and number give the same input. */
import { createDice, type Dice } from '../../../test/support/dice.ts';
import type { Line } from '../lines.ts';
import { oddAnswer, rightAnswer, type Delivery } from './answers.ts';
import { publishedAnswer } from './published.ts';
import { tunnelTarget, type Answering } from './server.ts';
import type { AnswerTo, RightAnswer } from './service.ts';

export interface WireInput {
  readonly line: Line;
  readonly answering: Answering;
  /** Some answers may have no end; then the attempts have a short timeout. */
  readonly mayStayOpen: boolean;
  /** What was sent, in the order of the requests. */
  readonly sent: readonly Sent[];
}

export interface Sent {
  readonly target: string;
  readonly delivery: Delivery;
  readonly isRight: boolean;
}

const trip = ['--pick-up', '1', '--drop-off', '10', '--from', '2026-12-20', '--to', '2026-12-27'];
const namedTrip = ['--pick-up', 'auckland airport', '--drop-off', 'queenstown', '--from', '+30d', '--to', '+7d'];
const extras = ['--accessory', 'child seat,301', '--insurance', 'none'];
const sweep = ['compare', '--pick-up', '1', '--from', '+30d', '--nights', '7', '--retries', '0'];

/** How often, the words, and what the website is. Most send one request, because each request takes its time. */
const commands: readonly (readonly [weight: number, words: readonly string[], site?: Site])[] = [
  [26, ['depots']],
  [3, ['depots', 'auckland']],
  [16, ['availability', ...trip]],
  [1.5, ['availability', ...namedTrip]],
  [12, ['extras', '101']],
  [18, ['quote', '101', ...trip]],
  [2, ['quote', '101', ...trip, '--accessory', '301,301', '--insurance', '402']],
  [1.5, ['quote', 'Ruru 2-berth Campervan', ...namedTrip, ...extras]],
  [1, ['plan', ...namedTrip, '--vehicle', 'cheapest', ...extras]],
  [1.2, [...sweep, '--quote', 'top:2']],
  [0.5, [...sweep, '--quote', 'top:1', '--flex', '1', '--view', 'calendar']],
  [0.5, [...sweep, '--quote', 'top:1', '--accessory', 'child seat', '--group-by', 'depots']],
  [0.3, [...sweep, '--quote', 'all', '--max-total', '900']],
  [0.3, ['smoke']],
  [4, ['depots', '--retries', '0'], 'wrong'],
  [0.3, ['smoke'], 'wrong'],
  [1, ['smoke', '--only', 'site', '--retries', '0'], 'hostile'],
  [0.05, ['smoke', '--report', 'github', '--report', 'junit=/dev/null', '--report', 'markdown=/dev/null', '--retries', '0']],
];

/** `hostile` publishes hostile documents; `wrong` does so, too, and is asked because the interface is not at the base address. */
type Site = 'hostile' | 'wrong';

const fields: Readonly<Record<string, readonly string[]>> = {
  depots: ['id,name', 'pickup_times'],
  availability: ['name,vehicleId', 'imageUrl'],
  extras: ['kind,name', 'id,price'],
  quote: ['totalAmount', 'quoteId,expiresAt'],
  plan: ['totalAmount', 'vehicle,checkoutUrl'],
  compare: ['rank,totalAmount', 'kind,vehicle'],
  smoke: ['id,verdict', 'message'],
};

/** `elsewhere` is the origin that hostile documents lead to. */
export function randomInput(
  seed: number,
  index: number,
  port: number,
  elsewhere: string,
  answerTo: AnswerTo,
): WireInput {
  const dice = createDice(seedOf(`${seed} ${index}`));
  const mayStayOpen = dice.chance(0.03);
  /** The share of the answers that are odd: sometimes a run must come far. */
  const [, words, site] = dice.weighted(commands, ([weight]) => weight);
  const share = dice.pick(site === undefined ? [1, 1, 1, 1, 0.5, 0.2, 0] : [0.05, 0]);
  const line = randomLine(words, site, dice, port, mayStayOpen);
  const isHasty = dice.chance(0.01);
  const asked = new Map<string, number>();
  const sent: Sent[] = [];
  const answering: Answering = async (target = '') => {
    // Each answer depends on its request alone, not on the order of requests that are sent at once.
    const times = (asked.get(target) ?? 0) + 1;
    asked.set(target, times);
    const own = createDice(seedOf(`${seed} ${index} ${times} ${target}`));
    if (target === '' && !isHasty) return undefined;
    // What follows an open tunnel is never right.
    const hasRight = target !== '' && target !== tunnelTarget;
    const usual = hasRight ? await answerTo(target) : opened;
    const hostile = site !== undefined && own.chance(0.8) ? publishedAnswer(target, usual, elsewhere, own) : undefined;
    const right = hostile ?? usual;
    const isRight = hasRight && !own.chance(share);
    // A hostile document must arrive to do harm.
    const isWhole = isRight || hostile !== undefined;
    const delivery = isWhole ? rightAnswer(right, own) : oddAnswer(right, own, mayStayOpen);
    // Nothing is right at a wrong address.
    sent.push({ target, delivery, isRight: isRight && site === undefined });
    return delivery;
  };
  return { line, answering, sent, mayStayOpen };
}

/** As a proxy answers CONNECT. */
const opened: RightAnswer = { status: 200, contentType: 'text/plain', body: Buffer.alloc(0) };

/** Directly, through a proxy that gets the request itself, or through one that opens a tunnel. */
function randomWay(
  dice: Dice,
  port: number,
  path: string,
): { readonly base: string; readonly env: Readonly<Record<string, string>> } {
  const address = `http://127.0.0.1:${port}`;
  const way = dice.below(100);
  if (way < 4) return { base: `http://rental.test${path}`, env: { http_proxy: address } };
  if (way < 8) return { base: `https://rental.test${path}`, env: { https_proxy: address } };
  return { base: `${address}${path}`, env: {} };
}

function randomLine(
  words: readonly string[],
  site: Site | undefined,
  dice: Dice,
  port: number,
  mayStayOpen: boolean,
): Line {
  const format = dice.pick([
    [],
    ['--json'],
    ['--format', 'json'],
    ...['table', 'plain', 'ndjson', 'csv'].map((name) => ['--format', name]),
  ]);
  // A calendar has no JSON, and one form is enough for it.
  const shown = words.includes('calendar') ? [] : format;
  const others = [
    words.includes('--retries') || dice.chance(0.3) ? [] : ['--retries', dice.pick(['0', '0', '1'])],
    dice.chance(0.1) ? ['--max-wait', dice.pick(['0', '5s', '10m'])] : [],
    dice.chance(0.1) ? [dice.pick(['-v', '-vv', '-q', '--refresh'])] : [],
    dice.chance(0.08) ? ['--fields', dice.pick(fields[words[0] ?? ''] ?? ['id'])] : [],
    // Only what may stay open must end early. The rest is for machines that are busy.
    ['--timeout', mayStayOpen ? '30ms' : '20s'],
  ];
  const { base, env } = randomWay(dice, port, site === 'wrong' ? '' : '/api/agent');
  // A budget in memory is as good, and several times faster.
  const folder = dice.chance(0.02) ? {} : { RENTAL_STATE_DIR: '/dev/null' };
  const columns = dice.chance(0.5) && shown.length === 0 ? dice.pick([20, 40, 80, 80, 200]) : undefined;
  return {
    words: [...words, '--base-url', base, ...shown, ...others.flat()],
    env: { NO_COLOR: '1', ...env, ...folder },
    config: undefined,
    columns,
  };
}

/** FNV-1a. */
function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
