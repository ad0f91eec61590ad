import { object } from './answers.ts';
import type { Endpoints } from './endpoints.ts';
import type { Message } from './http.ts';
import { writeJson } from './json.ts';
import { Limiter } from './limit.ts';
import type { OperatorOptions } from './options.ts';

/** The interface of one operator: its endpoints behind their limit. */
export class Service {
  readonly #endpoints: Endpoints;
  readonly #options: OperatorOptions;
  readonly #now: () => number;
  readonly #limiter: Limiter;
  #answers = 0;

  constructor(endpoints: Endpoints, options: OperatorOptions, now: () => number) {
    this.#endpoints = endpoints;
    this.#options = options;
    this.#now = now;
    this.#limiter = new Limiter(options);
  }

  /** The answer for a path below the base address, or undefined if there is no such endpoint. */
  answer(path: string, query: URLSearchParams, userAgent: string): Message | undefined {
    const endpoint = endpointOf(path);
    if (endpoint === undefined) return undefined;
    const { refused, headers } = this.#limiter.count(endpoint, userAgent, this.#now());
    if (refused) return this.#tooMany(headers);
    const { unavailableEvery, unavailableText, language, jsonType } = this.#options;
    const isDown = unavailableEvery > 0 && ++this.#answers % unavailableEvery === 0;
    const { status, body } = isDown ? object('down', language, 503) : this.#endpoints.answer(path, query);
    const text = isDown && unavailableText === 'empty' ? '{"error":""}' : writeJson(body, this.#options);
    return { status, type: jsonType, body: text, headers };
  }

  /** The refusal of a request for a page of the website, if these count too. */
  refusedPage(userAgent: string): Message | undefined {
    if (!this.#options.siteCounts) return undefined;
    const { refused, headers } = this.#limiter.count('website', userAgent, this.#now());
    return refused ? this.#tooMany(headers) : undefined;
  }

  #tooMany(headers: Readonly<Record<string, string>>): Message {
    return { status: 429, type: this.#options.refusalType, body: 'Too Many Requests', headers };
  }
}

/** The path without its identifier. */
function endpointOf(path: string): string | undefined {
  if (['/depots', '/vehicles/availability', '/quotes'].includes(path)) return path;
  const [, list] = /^\/vehicles\/[^/]+\/(accessories|insurance-types)$/.exec(path) ?? [];
  return list;
}
