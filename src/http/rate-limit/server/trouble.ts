/** Why a budget's server cannot be used, in our words: those of the server can hold a password. */
import { codeOf, meaningOf } from '../../error-codes.ts';

/** The message is half a sentence. */
export class ServerTrouble extends Error {
  override readonly name = 'ServerTrouble';
  /** Whether another try may succeed in a second. */
  readonly isPassing: boolean;

  constructor(message: string, { isPassing = false } = {}) {
    super(message);
    this.isPassing = isPassing;
  }
}

export const keepsNothingText = 'it does not keep what is stored there';

const words: Readonly<Record<string, string>> = {
  WRONGPASS: 'it refuses the user name or password',
  NOAUTH: 'it requires a password',
  NOPERM: 'this user may not use it for that',
  WRONGTYPE: 'something else is stored under its key',
  ECONNREFUSED: 'nothing listens there (ECONNREFUSED)',
  ECONNRESET: 'it closes the connection (ECONNRESET)',
  ENOTFOUND: 'its host is unknown (ENOTFOUND)',
};

/** For what ioredis fails with: a wrong answer can make it throw an error of any class. */
export function troubleOf(error: unknown): ServerTrouble {
  if (error instanceof ServerTrouble) return error;
  const { name = '', message = '' } = error instanceof Error ? error : {};
  // A reply begins with its kind; what follows can be anything.
  const [, reply] = name === 'ReplyError' ? (/^([A-Z]{3,20})\b/.exec(message) ?? []) : [];
  if (reply !== undefined) return new ServerTrouble(words[reply] ?? `it answers ${reply}`);
  const code = codeOf(error);
  if (code === undefined) return new ServerTrouble('its answer cannot be read');
  const { fault, why } = meaningOf(code);
  if (fault === 'insecure') return new ServerTrouble(why);
  return new ServerTrouble(words[code] ?? code, { isPassing: code !== 'ENOTFOUND' });
}
