/** The lines of an answer log: answers, and what later sweeps ask for again. */
import { readSync } from 'node:fs';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Place } from './log-files.ts';

/** What was asked for. The vehicle of a quote stands alone, because a sweep looks for all vehicles with a quote. */
export interface Asked {
  /** Path and query of the request. */
  readonly key: string;
  readonly vehicle?: number | undefined;
}

/** A line; an answer has its text after this. */
export interface Head extends Asked {
  /** Epoch ms. */
  readonly until: number;
  /** Later sweeps ask again. */
  readonly over?: true;
  /** When the answer came, epoch ms. */
  readonly at?: number;
  /** Length of the text. */
  readonly bytes?: number;
}

const answerMark = ',"answer":';
/** Longer texts are packed: lists of vehicles by the thousand become a fifteenth. Bytes. */
const mostPlain = 4_096;
/** Of what is unpacked: the file may have been changed. */
const mostUnpacked = 64 * 1024 * 1024;

export function lineOf(head: Head, answer: string): string {
  const text = answer.length > mostPlain ? `"${deflateRawSync(answer, { level: 3 }).toString('base64')}"` : answer;
  const begin = JSON.stringify({ ...head, bytes: Buffer.byteLength(text) }).slice(0, -1);
  return `${begin}${answerMark}${text}}`;
}

/** Undefined for a line that was cut off, or that is none of ours. */
export function readHead(line: Buffer): Head | undefined {
  const mark = line.indexOf(answerMark);
  const text = mark < 0 ? line.toString('utf8') : `${line.toString('utf8', 0, mark)}}`;
  const head = parse(text) as Partial<Head> | null | undefined;
  if (typeof head?.until !== 'number' || typeof head.key !== 'string') return undefined;
  if (mark < 0) return head.at === undefined ? (head as Head) : undefined;
  const length = mark + answerMark.length + (head.bytes ?? -2) + 1;
  return length === line.length && typeof head.at === 'number' ? (head as Head) : undefined;
}

/** The answer of a whole line, not checked: the file may have been changed. Undefined if there is none. */
export function answerIn(line: Buffer): unknown {
  const mark = line.indexOf(answerMark);
  if (mark < 0) return undefined;
  const answer = parse(line.toString('utf8', mark + answerMark.length, line.length - 1));
  // Only a packed answer is a text: all others are lists and objects.
  return typeof answer === 'string' ? unpack(answer) : answer;
}

export function answerAt({ file, start, length }: Place): unknown {
  const line = Buffer.allocUnsafe(length);
  try {
    return readSync(file, line, 0, length, start) === length ? answerIn(line) : undefined;
  } catch {
    return undefined;
  }
}

function unpack(text: string): unknown {
  try {
    return parse(inflateRawSync(Buffer.from(text, 'base64'), { maxOutputLength: mostUnpacked }).toString('utf8'));
  } catch {
    return undefined;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
