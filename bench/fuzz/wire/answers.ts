/** Random answers: the right one, with something wrong in one or more of its layers. */
import { STATUS_CODES } from 'node:http';
import type { Dice } from '../../../test/support/dice.ts';
import { changedDocument, changedText } from './document.ts';
import { anyBytes, changedBytes, cut, oddEncoding, oddFraming, rightEncoding, rightFraming } from './framing.ts';
import { changedHead, limitedHead, type Head, type Header } from './head.ts';
import { largeYaml, lengthened } from './long.ts';
import type { RightAnswer } from './service.ts';

/** `kept` leaves the connection open for the next request; `open` leaves an answer open that may need more bytes. */
export type End = 'kept' | 'closed' | 'reset' | 'open';

export interface Delivery {
  readonly pieces: readonly Buffer[];
  readonly end: End;
}

const layers = ['values', 'shape', 'text', 'encoding', 'framing', 'head', 'limits', 'bytes', 'size', 'noise'] as const;
type Layer = (typeof layers)[number];
const weights: Readonly<Record<Layer, number>> = {
  ...{ values: 20, shape: 22, text: 8, encoding: 8, framing: 12, head: 12, limits: 9, bytes: 7, size: 5, noise: 2 },
};

/** What they change may leave the client waiting for more. */
const wireLayers: readonly Layer[] = ['framing', 'head', 'bytes', 'noise'];

/** The right answer in one of the many forms that the standard allows. */
export function rightAnswer({ status, contentType, body }: RightAnswer, dice: Dice): Delivery {
  const encoded = dice.chance(0.15) && body.byteLength > 0 ? rightEncoding(body, dice) : { headers: [], bytes: body };
  const framed = rightFraming(encoded.bytes, dice);
  const needed: Header[] = [['Content-Type', contentType], ...encoded.headers, ...framed.headers];
  const headers = dice
    .shuffled([...needed, ...dice.many(2, () => dice.pick(harmless))])
    .map(([name, value]): Header => [
      dice.pick([name, name, name.toLowerCase(), name.toUpperCase()]),
      dice.pick([value, ` ${value} `]),
    ]);
  const statusLine = `HTTP/1.1 ${status} ${dice.pick([STATUS_CODES[status] ?? '', '', 'Fine'])}`;
  const before = dice.chance(0.1) ? dice.many(3, () => dice.pick(interim.slice(0, 2))) : [];
  const head = headBytes({ statusLine, headers }, new Set(), dice);
  const bytes = Buffer.concat([...before.map((text) => Buffer.from(text)), head, framed.bytes]);
  return delivery(bytes, isClosing(bytes) ? 'closed' : 'kept', dice);
}

const harmless: readonly Header[] = [
  ['Server', 'x/1.0 (y)'],
  ['Cache-Control', 'no-store'],
  ['Set-Cookie', 'a=b; Path=/'],
  ['Set-Cookie', 'c=d'],
  ['Vary', 'Accept, Accept-Encoding'],
  ['ETag', '"x"'],
  ['X-Empty', ''],
  ['Keep-Alive', 'timeout=5'],
  ['Connection', 'keep-alive'],
];

/** Without a length, only the end of the connection ends the answer. */
function isClosing(bytes: Buffer): boolean {
  return /\r\nconnection: +close *\r\n/i.test(bytes.subarray(0, 2000).toString('latin1'));
}

/** `mayStayOpen` allows ends that only the timeout of an attempt ends. */
export function oddAnswer(answer: RightAnswer, dice: Dice, mayStayOpen: boolean): Delivery {
  const one = dice.weighted(layers, (layer) => weights[layer]);
  const changed = new Set(dice.chance(0.85) ? [one] : layers.filter((layer) => layer !== 'noise' && dice.chance(0.4)));
  const bytes = changed.has('noise') ? anyBytes(dice) : bytesOf(answer, changed, dice);
  const isWhole = !isClosing(bytes) && !wireLayers.some((layer) => changed.has(layer));
  return delivery(bytes, endOf(dice, isWhole, mayStayOpen), dice);
}

function endOf(dice: Dice, isWhole: boolean, mayStayOpen: boolean): End {
  if (mayStayOpen && dice.chance(0.5)) return 'open';
  if (dice.chance(0.08)) return 'reset';
  return isWhole && dice.chance(0.7) ? 'kept' : 'closed';
}

function bytesOf({ status, contentType, body }: RightAnswer, changed: ReadonlySet<Layer>, dice: Dice): Buffer {
  const whole = changed.has('size') ? largeBody(contentType, body, dice) : body;
  const document = changed.has('values') || changed.has('shape') ? changedBody(whole, changed, dice) : whole;
  const text = changed.has('text') ? changedText(document.toString(), dice) : document;
  const encoded = changed.has('encoding') ? oddEncoding(text, dice) : { headers: [], bytes: text };
  const framed = (changed.has('framing') ? oddFraming : rightFraming)(encoded.bytes, dice);
  let head: Head = {
    statusLine: `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    headers: [['Content-Type', contentType], ...encoded.headers, ...framed.headers],
  };
  if (changed.has('limits')) head = limitedHead(head, dice);
  if (changed.has('head')) head = changedHead(head, dice);
  const answer = Buffer.concat([...before(changed, dice), headBytes(head, changed, dice), framed.bytes]);
  return changed.has('bytes') ? changedBytes(answer, dice) : answer;
}

function changedBody(body: Buffer, changed: ReadonlySet<Layer>, dice: Dice): Buffer {
  let document: unknown;
  try {
    document = JSON.parse(body.toString());
  } catch {
    // A web page.
    return changedText(body.toString(), dice);
  }
  return Buffer.from(changedDocument(document, dice, !changed.has('shape')));
}

function largeBody(contentType: string, body: Buffer, dice: Dice): Buffer {
  if (contentType.includes('yaml')) return Buffer.from(largeYaml(dice));
  return contentType.startsWith('application/json') ? Buffer.from(lengthened(body.toString(), dice)) : body;
}

const interim = [
  'HTTP/1.1 100 Continue\r\n\r\n',
  'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n',
  'HTTP/1.1 102 \n\n',
];

/** Interim answers before the answer. */
function before(changed: ReadonlySet<Layer>, dice: Dice): Buffer[] {
  const many = changed.has('head') && dice.chance(0.2) ? dice.pick([1, 1, 2, 5, 600]) : 0;
  return Array.from({ length: many }, () => Buffer.from(dice.pick(interim)));
}

function headBytes({ statusLine, headers }: Head, changed: ReadonlySet<Layer>, dice: Dice): Buffer {
  const lineEnd = changed.has('head') && dice.chance(0.15) ? dice.pick(['\n', '\r', '\r\r\n', '\n\r']) : '\r\n';
  const colon = changed.has('head') && dice.chance(0.1) ? dice.pick([':', ' : ', ':\t', ': \r\n ', '']) : ': ';
  const lines = [statusLine, ...headers.map(([name, value]) => `${name}${colon}${value}`), '', ''];
  // Headers are bytes: what is beyond Latin-1 goes as UTF-8.
  return Buffer.from(lines.join(lineEnd), dice.chance(0.5) ? 'latin1' : 'utf8');
}

function delivery(bytes: Buffer, end: End, dice: Dice): Delivery {
  const pieces = dice.pick([1, 1, 1, 2, 2, 3, 5, 12]);
  const isDripped = bytes.byteLength < 300 && dice.chance(0.02);
  return { pieces: isDripped ? [...bytes].map((byte) => Buffer.of(byte)) : cut(bytes, dice, pieces), end };
}
