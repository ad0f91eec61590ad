/** Asks a service in this process: the built-in operator, or one of a test. */
import { Dispatcher } from 'undici';
import type { Service } from '../service.ts';

/** Takes the place of undici's connections: all that stands above them is the same. */
export class ServiceDispatcher extends Dispatcher {
  readonly #service: Service;

  constructor(service: Service) {
    super();
    this.#service = service;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    void this.#answer(options, handler);
    return true;
  }

  override async destroy(): Promise<void> {}

  async #answer({ origin = '', path, method, headers, body }: Dispatcher.DispatchOptions, handler: Handler) {
    let ended: Error | undefined;
    handler.onConnect?.((error = new Error('aborted')) => {
      if (ended === undefined) handler.onError?.((ended = error));
    });
    if (ended !== undefined) return;
    try {
      const init = { method, headers: headers as Record<string, string>, ...(typeof body === 'string' && { body }) };
      const answer = await this.#service(new Request(`${String(origin)}${path}`, init));
      if (ended !== undefined) return;
      handler.onHeaders?.(answer.status, rawHeaders(answer.headers), () => {}, answer.statusText);
      for await (const piece of answer.body ?? []) {
        if (ended !== undefined) return;
        handler.onData?.(Buffer.from(piece));
      }
      if (ended === undefined) handler.onComplete?.([]);
    } catch (error) {
      if (ended === undefined) handler.onError?.((ended = error as Error));
    }
  }
}

type Handler = Dispatcher.DispatchHandler;

function rawHeaders(headers: Headers): Buffer[] {
  return [...headers].flat().map((text) => Buffer.from(text, 'latin1'));
}
