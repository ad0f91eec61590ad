import { codeOf, tlsProblem } from '../../error-codes.ts';

/** Why the server cannot be used, as half a sentence. Never what the server said: it can repeat a password. */
export class ServerTrouble extends Error {
  override readonly name = 'ServerTrouble';
}

const replies: Readonly<Record<string, string>> = {
  WRONGPASS: 'it refuses the user name or password',
  NOAUTH: 'it wants a password',
  NOPERM: 'this user may not use it for that',
  WRONGTYPE: 'something else is stored under its key',
  LOADING: 'it is still starting',
  BUSY: 'it is busy',
  MASTERDOWN: 'its primary server cannot be reached',
  READONLY: 'it is a replica that cannot be changed',
  MOVED: 'it is one server of a cluster, and another one has the key',
  OOM: 'its memory is full',
};

const codes: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there (ECONNREFUSED)',
  ENOTFOUND: 'its host is unknown (ENOTFOUND)',
  EAI_AGAIN: 'its host cannot be looked up (EAI_AGAIN)',
};

/** @param seen an error of the connection, if there was one: a command that it ended shows only that the connection is closed */
export function troubleOf(error: unknown, seen?: unknown): ServerTrouble {
  if (error instanceof ServerTrouble) return error;
  // A server that refused the login refuses the next message for that reason, whatever it says then.
  const isLogin = seen instanceof Error && /^(?:WRONGPASS|NOPERM|NOAUTH)\b/.test(seen.message);
  const [first, second] = isLogin ? [seen, error] : [error, seen];
  return new ServerTrouble(wordsOf(first) ?? wordsOf(second) ?? 'the connection was closed');
}

function wordsOf(error: unknown): string | undefined {
  const code = codeOf(error);
  if (code !== undefined) return codes[code] ?? tlsProblem(code) ?? code;
  const message = error instanceof Error ? error.message : '';
  if (/unauthenticated/.test(message)) return replies['NOAUTH'];
  const [, reply] = /^([A-Z]{3,20})\b/.exec(message) ?? [];
  return reply === undefined ? undefined : (replies[reply] ?? `it answers ${reply}`);
}
