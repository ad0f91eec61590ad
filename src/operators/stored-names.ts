/** Names for completion, from the configuration and stored answers. Sends and writes nothing. */
import type { Quote } from '../api/types.ts';
import type { Named } from '../planner/names.ts';
import type { Operator } from '../planner/session.ts';
import { emptyConfig, readConfigText } from './config.ts';
import { peekDepots, storedVehicles } from './directory.ts';
import { cachePath, type CacheKind } from './cache-path.ts';
import { type Env } from '../base/files.ts';
import type { Config } from './operator.ts';
import { sandboxItems, type ItemKind } from './sandbox-names.ts';
import { openStore, type AnswerStore } from './store.ts';

/** A check of the whole file would take much longer. */
export function peekConfig(env: Env): Config {
  const config = emptyConfig(env);
  const file = JSON.parse(readConfigText(config.path) ?? '{}') as Partial<Config> | null;
  const operators = Object.entries(file?.operators ?? {}).filter(
    ([, entry]) => typeof entry?.baseUrl === 'string',
  );
  const named: unknown = file?.default;
  return {
    ...config,
    default: typeof named === 'string' ? named : undefined,
    operators: Object.fromEntries(operators),
  };
}

/** Also from answers whose time is over, because names hold longer. */
export async function storedItems(
  kind: ItemKind,
  { baseUrl, sandboxVariant }: Operator,
  env: Env,
): Promise<readonly Named[]> {
  if (sandboxVariant !== undefined) return sandboxItems(kind, sandboxVariant);
  // At time 0, no answer is too old.
  const open = (cache: CacheKind) =>
    openStore(cachePath(env, cache, baseUrl), { now: () => 0, readsOnly: true });
  if (kind === 'depot') return itemsIn(peekDepots(open('names')));
  if (kind === 'vehicle') return storedVehicles(open('names'));
  return quotedExtras(open('answers'), kind === 'accessory' ? 'accessories' : 'insurance');
}

/** There can be thousands of quotes, but they repeat the same few extras. */
const maxQuotes = 200;

function quotedExtras(store: AnswerStore, kind: 'accessories' | 'insurance'): Named[] {
  const quotes = store.all().filter(({ vehicle }) => vehicle !== undefined);
  const found = quotes.slice(-maxQuotes).flatMap((quote) => {
    const { priceBreakdown } = (quote.value ?? {}) as Partial<Quote>;
    return itemsIn([priceBreakdown?.[kind]].flat());
  });
  return [...new Map(found.map((item) => [item.id, item])).values()];
}

/** A file may hold anything. */
function itemsIn(list: unknown): Named[] {
  return Array.isArray(list) ? list.filter(hasIdAndName).map(({ id, name }) => ({ id, name })) : [];
}

function hasIdAndName(value: unknown): value is Named {
  const { id, name } = (value ?? {}) as Partial<Named>;
  return Number.isSafeInteger(id) && typeof name === 'string';
}
