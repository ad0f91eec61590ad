/** How the bytes of a body lie on the wire: encodings, lengths and chunks, right and wrong. */
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import type { Dice } from '../../../test/support/dice.ts';
import { lengths, type Header } from './head.ts';

export interface Framed {
  readonly headers: readonly Header[];
  readonly bytes: Buffer;
}

/** With the right length or the right chunks, as the standard allows. */
export function rightFraming(body: Buffer, dice: Dice): Framed {
  if (dice.chance(0.6)) return { headers: [['Content-Length', String(body.byteLength)]], bytes: body };
  if (dice.chance(0.2)) return { headers: [['Connection', 'close']], bytes: body };
  const chunks = chunksOf(body, dice).map((chunk) =>
    sized(chunk, dice.chance(0.1) ? dice.pick([';a', ';a=b', ';a="b;c"']) : ''),
  );
  const end = dice.pick(['0\r\n\r\n', '0\r\n\r\n', '000\r\n\r\n', '0;a\r\n\r\n', '0\r\nX-Sum: 1\r\nX-Two: 2\r\n\r\n']);
  const name = dice.pick(['chunked', 'chunked', 'Chunked']);
  return { headers: [['Transfer-Encoding', name]], bytes: Buffer.concat([...chunks, Buffer.from(end)]) };
}

export function oddFraming(body: Buffer, dice: Dice): Framed {
  const length: Header = ['Content-Length', String(body.byteLength)];
  const chunked: Header = ['Transfer-Encoding', 'chunked'];
  const forms: readonly (() => Framed)[] = [
    () => ({ headers: [], bytes: body }),
    () => ({ headers: [['Content-Length', dice.pick(lengths)]], bytes: body }),
    () => ({ headers: [['Content-Length', String(body.byteLength + dice.pick([-1, 1, 2, 100]))]], bytes: body }),
    () => ({ headers: [length, dice.pick([length, ['Content-Length', '1']])], bytes: body }),
    () => ({ headers: [length, chunked], bytes: dice.chance(0.5) ? body : oddChunks(body, dice) }),
    () => ({ headers: [['Transfer-Encoding', dice.pick(transferEncodings)]], bytes: oddChunks(body, dice) }),
    () => ({ headers: [chunked], bytes: oddChunks(body, dice) }),
    () => ({ headers: [chunked], bytes: oddChunks(body, dice) }),
  ];
  return dice.pick(forms)();
}

const transferEncodings = [
  'chunked, chunked',
  'gzip, chunked',
  'chunked, gzip',
  'identity',
  'xchunked',
  'Chunked',
  '',
  '\tchunked ',
];
const extensions = [
  '',
  '',
  ';a',
  ';a=b',
  '; a="b;c"',
  ' ',
  '\t',
  `;${'x'.repeat(3000)}`,
  ';\u0000',
  ';\u001b[31m',
  ';a\n',
];
const sizes = [
  '-1',
  '0x5',
  'g',
  '',
  ' ',
  'ffffffff',
  'fffffffffffffffff',
  '00000000000000000005',
  '5 5',
  '+5',
  '\u0000',
];
const trailers = [
  ...[
    '\r\n',
    '\r\n',
    '\r\n',
    '',
    '\n',
    'X: y\r\n\r\n',
    'Content-Length: 0\r\n\r\n',
    'X\r\n\r\n',
    ': x\r\n\r\n',
    'X: \u0000\r\n\r\n',
  ],
  ...[`X: ${'y'.repeat(20_000)}\r\n\r\n`, 'X: y\r\n'.repeat(2000) + '\r\n', 'HTTP/1.1 200 OK\r\n\r\n'],
];

function oddChunks(body: Buffer, dice: Dice): Buffer {
  const chunks = chunksOf(body, dice).map((chunk) => {
    if (dice.chance(0.1)) return Buffer.concat([Buffer.from(`${dice.pick(sizes)}\r\n`), chunk, Buffer.from('\r\n')]);
    return sized(chunk, dice.pick(extensions), dice.chance(0.05) ? dice.pick(['', '\n', '\r', '\r\n\r\n']) : '\r\n');
  });
  const last = dice.pick(['0', '0', '0', '0', '000', '0;x', '', '-0', '1']);
  return Buffer.concat([...chunks, Buffer.from(last === '' ? '' : `${last}\r\n${dice.pick(trailers)}`)]);
}

function sized(chunk: Buffer, extension = '', end = '\r\n'): Buffer {
  return Buffer.concat([Buffer.from(`${chunk.byteLength.toString(16)}${extension}\r\n`), chunk, Buffer.from(end)]);
}

/** At least one byte in each; empty if there is none. */
function chunksOf(body: Buffer, dice: Dice): Buffer[] {
  return cut(body, dice, dice.pick([1, 1, 2, 5, 30])).filter((piece) => piece.byteLength > 0);
}

/** Cut at `most` - 1 random places. */
export function cut(bytes: Buffer, dice: Dice, most: number): Buffer[] {
  const places = Array.from({ length: most - 1 }, () => dice.below(bytes.byteLength + 1)).sort((a, b) => a - b);
  const ends = [...places, bytes.byteLength];
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

const compressors: readonly { readonly name: string; readonly compress: (body: Buffer) => Buffer }[] = [
  { name: 'gzip', compress: (body) => gzipSync(body) },
  { name: 'x-gzip', compress: (body) => gzipSync(body) },
  { name: 'br', compress: (body) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }) },
  { name: 'deflate', compress: (body) => deflateSync(body) },
  { name: 'deflate', compress: (body) => deflateRawSync(body) },
];

/** Compressed as the header says. */
export function rightEncoding(body: Buffer, dice: Dice): Framed {
  const { name, compress } = dice.pick(compressors);
  return { headers: [['Content-Encoding', dice.pick([name, name.toUpperCase()])]], bytes: compress(body) };
}

/** Compressed, and mostly not quite as the header says. */
export function oddEncoding(body: Buffer, dice: Dice): Framed {
  const { name, compress } = dice.pick(compressors);
  // Larger than the cap on a body.
  const packed = compress(dice.chance(0.01) ? Buffer.alloc(9 * 1024 * 1024, ' ') : body);
  const header: Header = ['Content-Encoding', dice.chance(0.15) ? dice.pick(compressors).name : name];
  const bytes = dice.chance(0.3)
    ? packed
    : dice.chance(0.5)
      ? changedBytes(packed, dice)
      : Buffer.concat([packed, packed]);
  return { headers: [header], bytes };
}

/** Bytes that are changed, cut, moved or doubled. */
export function changedBytes(bytes: Buffer, dice: Dice): Buffer {
  let changed = bytes;
  for (let count = dice.pick([1, 1, 2, 4, 16]); count > 0; count--) changed = changedOnce(changed, dice);
  return changed;
}

const inserted = [
  '\r\n',
  '\n',
  '\r',
  '\u0000',
  ' ',
  ':',
  '\r\n\r\n',
  'HTTP/1.1 200 OK\r\n\r\n',
  '0\r\n\r\n',
  '\u00ff',
  'chunked',
  '"',
];

function changedOnce(bytes: Buffer, dice: Dice): Buffer {
  const [first = bytes, second = bytes, third = bytes] = cut(bytes, dice, 3);
  switch (dice.below(6)) {
    case 0:
      return Buffer.concat([first, second]);
    case 1:
      return Buffer.concat([first, third]);
    case 2:
      return Buffer.concat([first, second, second, third]);
    case 3:
      return Buffer.concat([first, third, second]);
    case 4:
      return Buffer.concat([first, Buffer.from(dice.pick(inserted), 'latin1'), second, third]);
    default: {
      const at = dice.below(Math.max(1, bytes.byteLength));
      const flipped = Buffer.from(bytes);
      flipped[at] = dice.chance(0.5) ? dice.below(256) : (flipped[at] ?? 0) ^ (1 << dice.below(8));
      return flipped;
    }
  }
}

export function anyBytes(dice: Dice): Buffer {
  const length = dice.pick([0, 1, 2, 10, 100, 1000, 20_000]);
  const isText = dice.chance(0.3);
  return Buffer.from(Array.from({ length }, () => (isText ? 32 + dice.below(95) : dice.below(256))));
}
