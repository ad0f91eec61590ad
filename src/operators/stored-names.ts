/**
 * Names for completion: what the configuration and the stored answers hold. Sends nothing, writes nothing and sets nothing aside;
 * what cannot be read counts as absent.
 */
import { join } from 'node:path';
import type { Named } from '../planner/names.ts';
import type { Operator } from '../planner/session.ts';
import { answerIn, readHead } from './answer-lines.ts';
import { logFiles, readTail } from './log-files.ts';
import { cachePath, isNamed, peek } from './cache.ts';
import { emptyConfig, readConfigText } from './config.ts';
import { withoutMark, type Env } from './files.ts';
import type { Config, OperatorEntry } from './operator.ts';

/** The operators of the configuration and the default one. The rest of the file is not checked, which would take much longer. */
export function peekConfig(env: Env): Config {
  const config = emptyConfig(env);
  const file = recordOf(JSON.parse(withoutMark(readConfigText(config.path) ?? '{}')));
  const { default: named } = file;
  const operators = Object.entries(recordOf(file['operators'])).flatMap(([name, entry]): [string, OperatorEntry][] => {
    const { baseUrl } = recordOf(entry);
    return typeof baseUrl === 'string' ? [[name, { ...recordOf(entry), baseUrl }]] : [];
  });
  return {
    ...config,
    default: typeof named === 'string' ? named : undefined,
    operators: Object.fromEntries(operators),
  };
}

/** The depots and vehicles of stored answers; the extras of stored quotes. */
export function storedItems(
  kind: 'depot' | 'vehicle' | 'accessory' | 'insurance',
  { baseUrl }: Operator,
  env: Env,
): readonly Named[] {
  switch (kind) {
    case 'depot':
      return itemsIn(peek(cachePath(env, 'depots', baseUrl))?.['depots']);
    case 'vehicle':
      return itemsIn(peek(cachePath(env, 'vehicles', baseUrl))?.['vehicles']);
    case 'accessory':
      return quotedExtras(cachePath(env, 'sweeps', baseUrl), 'accessories');
    case 'insurance':
      return quotedExtras(cachePath(env, 'sweeps', baseUrl), 'insurance');
  }
}

/** The last bytes of a file: they can hold thousands of quotes, but these repeat the same few extras. */
const tailBytes = 128 * 1024;

function quotedExtras(folder: string, kind: 'accessories' | 'insurance'): Named[] {
  const found = logFiles(folder).flatMap((name) => {
    const items: Named[] = [];
    readTail(join(folder, name), tailBytes, (line) => {
      if (readHead(line)?.vehicle === undefined) return;
      items.push(...itemsIn([recordOf(recordOf(answerIn(line))['priceBreakdown'])[kind]].flat()));
    });
    return items;
  });
  return [...new Map(found.map((item) => [item.id, item])).values()];
}

/** A file may hold anything. */
function itemsIn(list: unknown): Named[] {
  return Array.isArray(list) ? list.filter(isNamed).map(({ id, name }) => ({ id, name })) : [];
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
