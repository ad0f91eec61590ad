/** One connection to a server: commands and their replies, in order. */
import { createHash } from 'node:crypto';
import { connect as connectPlain, isIP, type LookupFunction } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ServerAddress } from './address.ts';
import { commandText, Refusal, replyReader } from './replies.ts';
import { ServerTrouble } from './trouble.ts';

export interface ConnectionOptions {
  readonly address: ServerAddress;
  /** Instead of Node's own, which asks once for each connection. */
  readonly lookup?: LookupFunction | undefined;
  /** Certificate authorities (PEM) to trust instead of those of the machine. */
  readonly ca?: readonly string[] | undefined;
}

export interface Connection {
  /** Resolves when the right database is in use: a script in another one would leave something there. */
  readonly ready: Promise<void>;
  send(...words: readonly (string | number)[]): Promise<unknown>;
  end(): void;
  /** The last error of the connection itself. */
  problem(): unknown;
}

export function openConnection({ address, lookup, ca }: ConnectionOptions): Connection {
  const { host, port, tls, username, password, database } = address;
  const server = { host, port, ...(lookup && { lookup }) };
  const name = isIP(host) === 0 ? { servername: host } : {};
  const socket = tls ? connectTls({ ...server, ...name, ...(ca && { ca: [...ca] }) }) : connectPlain(server);
  socket.setNoDelay(true);
  const asked: { readonly resolve: (reply: unknown) => void; readonly reject: (reason: unknown) => void }[] = [];
  let problem: unknown;
  let isEnded = false;

  function end(reason?: unknown): void {
    problem ??= reason;
    isEnded = true;
    socket.destroy();
    for (const { reject } of asked.splice(0)) reject(reason);
  }

  const readChunk = replyReader((reply) => {
    const first = asked.shift();
    if (first === undefined) throw new ServerTrouble('it answers without being asked');
    if (reply instanceof Refusal) first.reject(reply);
    else first.resolve(reply);
  });
  socket.on('data', (chunk: Buffer) => {
    try {
      if (!isEnded) readChunk(chunk);
    } catch (error) {
      end(error);
    }
  });
  socket.on('error', end).on('close', () => end());

  function send(...words: readonly (string | number)[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (isEnded) return reject(problem as Error);
      asked.push({ resolve, reject });
      socket.write(commandText(words));
    });
  }

  async function begin(): Promise<void> {
    if (password !== undefined) {
      // If this is refused, so is the next message; but only this reply says why. A server without passwords goes on.
      send('AUTH', ...(username === undefined ? [] : [username]), password).catch(
        (error: unknown) => (problem ??= error),
      );
    }
    send('CLIENT', 'SETNAME', 'rental').catch(() => undefined);
    if (database !== 0) await send('SELECT', database).catch((error: unknown) => failSelect(error, database));
    else
      await new Promise<void>((resolve, reject) =>
        socket.once(tls ? 'secureConnect' : 'connect', resolve).once('close', reject),
      );
  }

  return { ready: begin(), send, end: () => end(), problem: () => problem };
}

function failSelect(error: unknown, database: number): never {
  throw error instanceof Refusal && error.message.startsWith('ERR ')
    ? new ServerTrouble(`it has no database ${database}`)
    : error;
}

/** The server knows a script after it has run once. */
export async function runScript(
  connection: Connection,
  script: string,
  ...words: readonly (string | number)[]
): Promise<unknown> {
  const sha = createHash('sha1').update(script).digest('hex');
  return connection.send('EVALSHA', sha, ...words).catch((error: unknown) => {
    if (error instanceof Refusal && error.message.startsWith('NOSCRIPT'))
      return connection.send('EVAL', script, ...words);
    throw error;
  });
}
