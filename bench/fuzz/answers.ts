/**
 * Random answers: the right one, with something wrong in one of its layers. The same dice give the
 * same bytes.
 */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { Dice } from '../../test/support/dice.ts';
import {
  oddKeys,
  oddLengths,
  oddLimits,
  oddStatuses,
  oddTexts,
  oddTypes,
  oddValues,
  withRawDigits,
} from './values.ts';

export interface Answer {
  status: string;
  headers: (readonly [name: string, value: string])[];
  body: Buffer;
}

type Change = (answer: Answer, dice: Dice) => void;

const changes: readonly Change[] = [
  changeDocument,
  changeDocument,
  changeText,
  changeEncoding,
  changeFraming,
  changeHead,
  changeLimits,
];

export function oddBytesOf(right: Answer, dice: Dice): Buffer {
  const answer = { ...right, headers: [...right.headers] };
  const chosen = dice.chance(0.85) ? [dice.pick(changes)] : changes.filter(() => dice.chance(0.4));
  for (const change of chosen) change(answer, dice);
  const bytes = bytesOf(answer);
  return dice.chance(0.1) ? changedBytes(bytes, dice) : bytes;
}

export function bytesOf({ status, headers, body }: Answer): Buffer {
  const isFramed = headers.some(([name]) =>
    /^(content-length|transfer-encoding|connection)$/i.test(name),
  );
  const length = ['Content-Length', String(body.byteLength)] as const;
  const all = isFramed ? headers : [...headers, length];
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Any\r\n${lines.join('')}\r\n`), body]);
}

/** Changes values, removes and adds fields. */
function changeDocument(answer: Answer, dice: Dice): void {
  const text = answer.body.toString();
  if (!/^[[{]/.test(text)) return changeText(answer, dice);
  const root: Container = { document: JSON.parse(text) as unknown };
  for (let count = dice.pick([1, 1, 2, 8]); count > 0; count -= 1) {
    const { within, key } = dice.pick(placesIn(root));
    const old = within[key];
    // Only the outer list becomes longer: lists in lists would multiply.
    if (within === root && Array.isArray(old) && dice.chance(0.5))
      within[key] = Array.from({ length: 400 }, (_, at) => old[at % old.length]);
    else if (typeof old === 'string' && dice.chance(0.5)) within[key] = dice.pick(oddTexts);
    else if (within !== root && dice.chance(0.2)) delete within[key];
    else
      within[dice.chance(0.9) ? key : dice.pick(oddKeys)] = structuredClone(dice.pick(oddValues));
  }
  answer.body = Buffer.from(withRawDigits(JSON.stringify(root['document'])));
}

type Container = Record<string, unknown>;

function placesIn(root: Container) {
  const inner = (value: unknown): Container[] =>
    typeof value === 'object' && value !== null
      ? [value as Container, ...Object.values(value).flatMap(inner)]
      : [];
  return inner(root).flatMap((within) => Object.keys(within).map((key) => ({ within, key })));
}

function changeText(answer: Answer, dice: Dice): void {
  const text = answer.body.toString();
  const at = dice.below(text.length + 1);
  const inserted = Buffer.from(
    dice.pick<string | number[]>(['\u0000', ',', '"', '\\', '[', '\\ud83d', [0xff], [0xe2, 0x82]]),
  );
  const forms: readonly (() => Buffer | string)[] = [
    () => `\ufeff${text}`,
    () => text.slice(0, at),
    () => text + dice.pick([' ', '\u0000', ',', ']', text]),
    () => Buffer.concat([Buffer.from(text.slice(0, at)), inserted, Buffer.from(text.slice(at))]),
    () => Buffer.from(text, dice.pick(['utf16le', 'latin1'])),
    () => dice.pick(['', ' ', 'null', '0', '""', '[]', '{}', '<html></html>', '[null]', '[{}]']),
    () => dice.pick(['[', '{"a":', '[{"a":']).repeat(dice.pick([90, 3000, 200_000])),
    () => `{"error":${JSON.stringify(dice.pick(oddTexts))}}`,
    // Sometimes larger than the cap on a body.
    () => text.padEnd(dice.chance(0.1) ? 9_000_000 : 100_000),
  ];
  answer.body = Buffer.from(dice.pick(forms)());
}

/** Compressed, and mostly not quite as the header says. */
function changeEncoding(answer: Answer, dice: Dice): void {
  const compressors = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync } as const;
  const name = dice.pick(['gzip', 'br', 'deflate'] as const);
  const packed = compressors[name](dice.chance(0.02) ? Buffer.alloc(9_000_000, ' ') : answer.body);
  const others = ['gzip', 'zstd', 'gzip, br', 'identity', ''];
  const declared = dice.chance(0.8) ? name : dice.pick(others);
  answer.headers.push(['Content-Encoding', declared]);
  answer.body = dice.pick([packed, Buffer.concat([packed, packed]), changedBytes(packed, dice)]);
}

function changeFraming(answer: Answer, dice: Dice): void {
  const { body, headers } = answer;
  const lengths = [...oddLengths, String(body.byteLength + 1)];
  if (dice.chance(0.2)) headers.push(['Connection', 'close']);
  if (dice.chance(0.4)) headers.push(['Content-Length', dice.pick(lengths)]);
  if (dice.chance(0.3)) return;
  const codings = ['chunked', 'chunked', 'gzip, chunked', 'identity'];
  headers.push(['Transfer-Encoding', dice.pick(codings)]);
  const half = dice.below(body.byteLength + 1);
  const chunks = [body.subarray(0, half), body.subarray(half)].map((chunk) => {
    const odd = ['-1', '0x5', '', 'fffffffffffffffff'];
    const size = dice.chance(0.9) ? chunk.byteLength.toString(16) : dice.pick(odd);
    const extension = dice.pick(['', '', ';a="b"', `;${'x'.repeat(3000)}`, ';\u001b[31m']);
    return Buffer.concat([Buffer.from(`${size}${extension}\r\n`), chunk, Buffer.from('\r\n')]);
  });
  const [last, trailers] = ['0\r\n\r\n', 'X: y\r\n'.repeat(2000)];
  const end = dice.pick([last, last, `0\r\n${trailers}\r\n`, '', '1\r\n\r\n']);
  answer.body = Buffer.concat([...chunks, Buffer.from(end)]);
}

function changeHead(answer: Answer, dice: Dice): void {
  if (dice.chance(0.5)) answer.status = dice.pick(oddStatuses);
  if (dice.chance(0.1)) answer.headers.shift();
  const odd: Answer['headers'] = [
    ['Content-Type', dice.pick(oddTypes)],
    ['Location', dice.pick(['/', '//x.test', 'http://127.0.0.1:1/', 'javascript:x', '\u001b[31m'])],
    ['Keep-Alive', dice.pick(['timeout=0', 'timeout=99999999999999999999, max=-1', 'timeout=x'])],
    ['X-Large', 'x'.repeat(dice.pick([15_000, 17_000]))],
    [dice.pick(['X Y', 'X:', ...oddKeys]), dice.pick(['a\r\n b', 'a\rb', ...oddTexts])],
  ];
  answer.headers.unshift(dice.pick(odd));
}

/** Headers about the limit, with a status that goes with them. */
function changeLimits(answer: Answer, dice: Dice): void {
  const counts = ['Limit', 'Remaining', 'Reset'].map((name) => `X-RateLimit-${name}`);
  for (const name of [...counts, 'Retry-After', 'Date'])
    if (dice.chance(0.5)) answer.headers.push([name, dice.pick(oddLimits)]);
  if (dice.chance(0.6)) answer.status = dice.pick(['429', '503', '500', '502', '301']);
}

/** Bytes that are changed, cut, moved or doubled. */
function changedBytes(bytes: Buffer, dice: Dice): Buffer {
  const at = [0, 0].map(() => dice.below(bytes.byteLength + 1));
  const [from, to] = [Math.min(...at), Math.max(...at)];
  const first = bytes.subarray(0, from);
  const second = bytes.subarray(from, to);
  const third = bytes.subarray(to);
  const others = ['\r\n', '\u0000', '\r\n\r\n', 'HTTP/1.1 200 OK\r\n\r\n', '0\r\n\r\n', '\u00ff'];
  const other = Buffer.from(dice.pick(others));
  return Buffer.concat(
    dice.pick([
      [first, second],
      [first, third],
      [first, second, second, third],
      [first, third, second],
      [first, other, second, third],
      [first, other, third],
    ]),
  );
}
