/** Errors of a server in our words. */
import { codeOf, tlsProblem } from '../../error-codes.ts';

/** Why the server cannot be used, as half a sentence. Never what the server said: it can repeat a password. */
export class ServerTrouble extends Error {
  override readonly name = 'ServerTrouble';
  /** It may be over in a second. */
  readonly isPassing: boolean;

  constructor(message: string, { isPassing = false } = {}) {
    super(message);
    this.isPassing = isPassing;
  }
}

const passing: Readonly<Record<string, string>> = {
  LOADING: 'it is still starting',
  BUSY: 'it is busy',
  MASTERDOWN: 'its primary server cannot be reached',
  ECONNREFUSED: 'nothing listens there (ECONNREFUSED)',
};

const lasting: Readonly<Record<string, string>> = {
  WRONGPASS: 'it refuses the user name or password',
  NOAUTH: 'it wants a password',
  NOPERM: 'this user may not use it for that',
  WRONGTYPE: 'something else is stored under its key',
  READONLY: 'it is a replica that cannot be changed',
  MOVED: 'it is one server of a cluster, and another one has the key',
  OOM: 'its memory is full',
  ENOTFOUND: 'its host is unknown (ENOTFOUND)',
  EAI_AGAIN: 'its host cannot be looked up (EAI_AGAIN)',
};

export function troubleOf(error: unknown): ServerTrouble {
  if (error instanceof ServerTrouble) return error;
  const { name = '', message = '' } = error instanceof Error ? error : {};
  // A reply begins with its kind; what follows can be anything.
  const [, reply] = name === 'ReplyError' ? (/^([A-Z]{3,20})\b/.exec(message) ?? []) : [];
  const code = reply ?? codeOf(error);
  if (code === undefined) return new ServerTrouble('the connection was closed', { isPassing: true });
  const tls = tlsProblem(code);
  if (tls ?? lasting[code]) return new ServerTrouble(tls ?? lasting[code] ?? code);
  return new ServerTrouble(passing[code] ?? (reply ? `it answers ${reply}` : code), {
    isPassing: !reply || code in passing,
  });
}
