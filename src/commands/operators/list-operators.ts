/** Lists the operators of the configuration file. */
import { baseText } from '../../api/base-address.ts';
import { shownAddress, urlOf } from '../../base/addresses.ts';
import type { Context } from '../../cli/context.ts';
import { columnsOf } from '../../documents/records.ts';
import { operatorsShape as document } from '../../documents/operators.ts';
import { staleDefaultError } from '../../operators/choose.ts';
import { readConfig } from '../../operators/config.ts';
import { formatRateLimit } from '../../operators/fields.ts';
import { defaultLimit, defaultTimeZone, type OperatorEntry } from '../../operators/operator.ts';
import { makeResult, type Block, type Result } from '../../result.ts';

export async function listOperators(context: Context): Promise<Result> {
  const { path, ...config } = await readConfig(context.io.env);
  const stale = staleDefaultError({ path, ...config });
  if (stale !== undefined) context.note(`${stale.message}: ${stale.hint}`);
  const entries = Object.entries(config.operators);
  const defaultName = config.default ?? (entries.length === 1 ? entries[0]?.[0] : undefined);
  const rows = entries.map(([name, entry]) => ({
    ...operatorData(name, entry),
    default: name === defaultName,
  }));
  const columns = columnsOf(document, {
    default: { show: (row) => (row['default'] === true ? 'yes' : 'no') },
  });
  const none = `No operator is configured in ${path}. rental operators add <name> <base-url> adds one.`;
  const view: Block =
    rows.length === 0 ? { kind: 'text', text: none } : { kind: 'table', columns, rows };
  return makeResult(document, { value: rows, view: () => [view] });
}

function operatorData(name: string, { baseUrl, siteUrl, timeZone, limit }: OperatorEntry) {
  const url = urlOf(baseUrl);
  return {
    name,
    baseUrl: shownAddress(url === undefined ? baseUrl : baseText(url)),
    siteUrl: shownAddress(siteUrl ?? url?.origin ?? ''),
    timeZone: timeZone ?? defaultTimeZone,
    limit: formatRateLimit(limit ?? defaultLimit),
  };
}
