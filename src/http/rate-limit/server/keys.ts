import { createHash } from 'node:crypto';
import type { Account } from '../policy.ts';

/** In a cluster, the part in braces decides where a key is: both keys of a budget are in one place. */
export function keysOf(account: Account, group: string | undefined): readonly [budget: string, waiting: string] {
  const tag = tagOf(account.origin, group ?? account.proxy);
  return [`rental:{${tag}}:budget`, `rental:{${tag}}:waiting`];
}

function tagOf(origin: string, group: string | undefined): string {
  return group === undefined ? origin : `${origin} ${group}`;
}

/** The key of a stored answer, by what was asked. A hash, because the text can be long. */
export function answerKey(kind: string, asked: string): string {
  return `rental:${kind}:${createHash('sha256').update(asked).digest('hex').slice(0, 32)}`;
}
