/** A server that is asked over one connection, made when it is first used and again after trouble. */
import { type Connection, type ConnectionOptions, openConnection, runScript } from './socket.ts';
import { Refusal } from './replies.ts';
import { scripts } from './scripts.ts';
import { ServerTrouble, troubleOf } from './trouble.ts';

export interface ServerOptions extends ConnectionOptions {
  /** The longest that an answer may take, and a connection too, ms. */
  readonly slowMs?: number | undefined;
}

/** Each call throws ServerTrouble, after `2 * slowMs` at the latest. */
export interface BudgetServer {
  /** The address without secrets. */
  readonly label: string;
  run(script: keyof typeof scripts, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown>;
  /** A command of one key. */
  call(command: string, ...args: readonly (string | number)[]): Promise<unknown>;
  /** Waits for calls under way, for `slowMs` at most, and ends the connection at once. */
  close(): Promise<void>;
}

export function openServer(options: ServerOptions): BudgetServer {
  const { slowMs = 250, address } = options;
  let connection: Connection | undefined;
  /** The last one that was ready. */
  let opened: Connection | undefined;
  const underWay = new Set<Promise<unknown>>();
  let isClosed = false;

  async function use(work: (connection: Connection) => Promise<unknown>): Promise<unknown> {
    // The session is over: nothing waits for this, and it is not trouble.
    if (isClosed) return new Promise(() => {});
    const current = (connection ??= openConnection(options));
    const isOpen = opened === current;
    try {
      const done = current.ready.then(() => {
        opened = current;
        return work(current);
      });
      return await within(isOpen ? slowMs : 2 * slowMs, done, `it does not answer within ${slowMs} ms`);
    } catch (error) {
      // The next use begins with a new connection: what this one was asked can still be on its way. A command that is refused is over.
      if (!(error instanceof Refusal) || current.problem() !== undefined) {
        if (connection === current) connection = undefined;
        current.end();
      }
      if (isClosed) return new Promise(() => {});
      throw troubleOf(error, current.problem());
    }
  }

  function track<T>(call: Promise<T>): Promise<T> {
    underWay.add(call);
    const end = () => underWay.delete(call);
    call.then(end, end);
    return call;
  }

  return {
    label: address.label,
    run: (script, keys, args) =>
      track(use((current) => runScript(current, scripts[script], keys.length, ...keys, ...args))),
    call: (command, ...args) => track(use((current) => current.send(command, ...args))),
    async close() {
      const settled = async (): Promise<void> => {
        // An answer can lead to a further call.
        for (; underWay.size > 0; await new Promise(setImmediate)) await Promise.allSettled(underWay);
      };
      await within(slowMs, settled(), '').catch(() => undefined);
      isClosed = true;
      connection?.end();
      connection = undefined;
    },
  };
}

/** A timer this late shows that this process had no processor, ms. */
const lateMs = 50;

/** Rejects with a ServerTrouble after `ms`: not for an answer that has arrived while this process was busy, and later if it was busy. */
function within<T>(ms: number, work: Promise<T>, problem: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (): void => void setImmediate(() => reject(new ServerTrouble(problem)));
    const startedAt = performance.now();
    let timer = setTimeout(() => {
      if (performance.now() - startedAt < ms + lateMs) fail();
      else timer = setTimeout(fail, ms);
    }, ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
