/** Adding an operator, with what the configuration file then has, and a service on any path. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { joinWords } from '../../../src/base/words.ts';
import type { Service } from '../../../src/http/types.ts';
import { configuredEnvironment } from '../../support/environment.ts';
import { operatorService } from '../../support/operator.ts';
import { run, type RunOptions } from '../../support/run.ts';
import { always, answer } from '../../support/service.ts';

export function program(config: object = {}) {
  const env = configuredEnvironment(config);
  const path = join(env['HOME'] ?? '', 'config', 'rental', 'config.json');
  return {
    env,
    rental: (words: readonly string[], options: RunOptions = {}) =>
      run(words, { ...options, env: { ...env, ...options.env } }),
    /** What the file has of the operator. */
    stored: (name = 'lucky'): unknown =>
      existsSync(path)
        ? (JSON.parse(readFileSync(path, 'utf8')) as Stored).operators?.[name]
        : undefined,
  };
}

interface Stored {
  readonly operators?: Readonly<Record<string, object>>;
}

export const base = 'https://www.luckyrentals.co.nz/api/agent';
export const www = 'https://www.luckyrentals.co.nz';
export const bare = 'https://luckyrentals.co.nz';
export const usingBase = (...reasons: string[]): string =>
  `note: using ${base}, because ${joinWords(reasons)}\n`;
export const moves = (from: string, to: string): string =>
  `${from}/depots redirects to ${to}/depots`;
export const missing = (at: string): string => `${at}/depots answered 404 (Not Found)`;
export const noScheme = 'www.luckyrentals.co.nz has no scheme, so https was used';
export const bareNoScheme = 'luckyrentals.co.nz has no scheme, so https was used';
export const noQuery = 'a base address has no query and no fragment';
export const siteReasons = [bareNoScheme, moves(bare, www), missing(www)];

/** What the interface lists, at a path of any host. */
const depots = operatorService();
export function interfaceAt(
  path: string,
  otherwise: Service = always(404, '<h1>No</h1>', { 'content-type': 'text/html' }),
): Service {
  return async (request) => {
    const url = new URL(request.url);
    if (!url.pathname.startsWith(`${path}/`)) return otherwise(request);
    return depots(new Request(`${url.origin}${url.pathname.slice(path.length)}${url.search}`));
  };
}

export function redirect(location: string, status = 308): Response {
  return answer(status, 'Moved', { 'content-type': 'text/plain', location });
}
