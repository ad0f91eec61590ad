/** Corrects what undici makes of the bytes and the errors of a connected socket. */
import type { Socket } from 'node:net';
import { errors } from 'undici';
import { connectionReset } from './error-codes.ts';

/** The headers of an answer, and also all interim answers before it; bytes. */
export const maxHeaderSize = 16_384;

/** To be called before undici gets the socket. */
export function correctSocket(socket: Socket): void {
  dropInterimAnswers(socket);
  // Undici takes ECONNRESET, and only this code, for the end of a body without a length. Only a FIN is that end.
  socket.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNRESET') error.code = connectionReset;
  });
}

/**
 * Servers may send interim answers (1xx) that were not asked for, and clients ignore them (RFC 9110, section 15.2). Undici
 * closes the connection at a 100, and takes any of them for the answer to CONNECT.
 */
function dropInterimAnswers(socket: Socket): void {
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
  /** Bytes sent when the last answer began: until more are sent, all that arrives belongs to that answer. */
  let sentBefore = socket.bytesWritten;
  let held = Buffer.alloc(0);
  socket.read = (size?: number): Buffer | null => {
    for (let chunk = read(size); chunk !== null; chunk = read(size)) {
      if (socket.bytesWritten === sentBefore) return chunk;
      held = Buffer.concat([held, chunk]);
      const start = answerStart(held.toString('latin1'));
      if (start instanceof Error) {
        socket.destroy(start);
        return null;
      }
      if (start !== undefined) {
        const answer = held.subarray(start);
        held = Buffer.alloc(0);
        sentBefore = socket.bytesWritten;
        return answer;
      }
    }
    return null;
  };
}

/** Where the answer begins after interim answers; undefined if it has not begun; an error if it must not be read. */
function answerStart(text: string): number | Error | undefined {
  const interim = /HTTP\/1\.[01] 1(?!01)\d\d[^]*?\n\r?\n/y;
  let start = 0;
  while (interim.test(text)) start = interim.lastIndex;
  // A status line that is not complete may still become that of an interim answer.
  const line = text.slice(start, start + 12);
  const begun = !/^HTTP\/1\.[01] 1(?!01)\d\d/.test(line + 'HTTP/1.1 100'.slice(line.length));
  if ((begun ? start : text.length) > maxHeaderSize) return new errors.HeadersOverflowError();
  // Undici fails an assertion at a status below 100, and at a change of the protocol that was not asked for.
  if (/^\S* (0|101)/.test(line)) return new errors.HTTPParserError('not an answer');
  return begun ? start : undefined;
}
