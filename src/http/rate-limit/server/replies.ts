/** The protocol of Redis (RESP2), as far as it is needed here. Any other reply is trouble of the server. */
import { ServerTrouble } from './trouble.ts';

/** Budgets and quotes are much shorter. */
const longestReply = 1_000_000;
const shortestReply = ':1\r\n'.length;
/** A list, and lists in it. */
const deepest = 2;

/** What the server refuses. */
export class Refusal extends Error {}

export function commandText(words: readonly (string | number)[]): string {
  const texts = words.map((word) => `$${Buffer.byteLength(String(word))}\r\n${word}\r\n`);
  return `*${words.length}\r\n${texts.join('')}`;
}

/** Reads replies from chunks of any size; `onReply` gets each, errors as Refusal. Throws ServerTrouble. */
export function replyReader(onReply: (reply: unknown) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (let reply = read(rest, 0, 0); reply !== undefined; reply = read(rest, 0, 0)) {
      rest = rest.subarray(reply.end);
      onReply(reply.value);
    }
    if (rest.length > longestReply) throw new ServerTrouble('its answer is too long');
  };
}

interface Read {
  readonly value: unknown;
  /** Where the next one begins. */
  readonly end: number;
}

/** Undefined if the reply is not complete. */
function read(bytes: Buffer, from: number, depth: number): Read | undefined {
  const lineEnd = bytes.indexOf('\r\n', from);
  if (lineEnd < 0) return undefined;
  const end = lineEnd + 2;
  const line = bytes.toString('utf8', from + 1, lineEnd);
  switch (bytes.toString('latin1', from, from + 1)) {
    case '+':
      return { value: line, end };
    case '-':
      return { value: new Refusal(line), end };
    case ':':
      return { value: numberIn(line), end };
    case '$':
      return readText(bytes, end, numberIn(line));
    case '*':
      return readList(bytes, { value: numberIn(line), end }, depth);
    default:
      throw unreadable();
  }
}

function readText(bytes: Buffer, from: number, length: number): Read | undefined {
  if (length === -1) return { value: null, end: from };
  if (length < 0) throw unreadable();
  if (length > longestReply) throw new ServerTrouble('its answer is too long');
  const end = from + length;
  return bytes.length < end + 2 ? undefined : { value: bytes.toString('utf8', from, end), end: end + 2 };
}

function readList(
  bytes: Buffer,
  { value: length, end: from }: { value: number; end: number },
  depth: number,
): Read | undefined {
  if (length === -1) return { value: null, end: from };
  if (length < 0 || depth === deepest) throw unreadable();
  if (length > longestReply / shortestReply) throw new ServerTrouble('its answer is too long');
  const value: unknown[] = [];
  let end = from;
  while (value.length < length) {
    const item = read(bytes, end, depth + 1);
    if (item === undefined) return undefined;
    value.push(item.value);
    end = item.end;
  }
  return { value, end };
}

function numberIn(line: string): number {
  if (!/^-?\d{1,15}$/.test(line)) throw unreadable();
  return Number(line);
}

function unreadable(): ServerTrouble {
  return new ServerTrouble('its answer cannot be read');
}
