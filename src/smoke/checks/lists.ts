/** The rules of every list of the interface: its response, the fields of its entries, their ids and their amounts. */
import type * as z from 'zod/mini';
import type { Exchange } from '../../api/exchange.ts';
import { defineCheck, type Check, type CheckGroup } from '../check.ts';
import type { Deployment } from '../deployment.ts';
import { amountFindings, fieldOfEach, schemaFindings, uniqueFindings } from '../fields.ts';
import { SkipCheck, warning, type Finding } from '../finding.ts';
import { arrayFindings, listOf } from '../responses.ts';

export interface ListRules {
  readonly group: CheckGroup;
  /** `depots`, for titles. */
  readonly noun: string;
  /** Sections of the endpoint and of the entry. */
  readonly endpointSection: string;
  readonly section: string;
  readonly schema: z.ZodMiniType;
  readonly idKey: string;
  readonly priceKey?: string;
  /** Severity of an empty list. */
  readonly empty: Finding['severity'];
  request(deployment: Deployment): Promise<Exchange>;
}

export function listChecks(rules: ListRules): Check[] {
  const { group, noun, schema, idKey, priceKey } = rules;
  const answerTitle = `the ${noun} are a JSON array, status 200`;
  const checks = [
    defineCheck(`${group}-answer`, rules.endpointSection, answerTitle, async (deployment) =>
      listFindings(rules, await rules.request(deployment)),
    ),
    entryCheck(rules, 'fields', `${noun} have every field, of its type`, (exchange, list) =>
      schemaFindings(exchange, schema, list),
    ),
    entryCheck(rules, 'ids', `no two ${noun} share an id`, (exchange, list) =>
      uniqueFindings(exchange, fieldOfEach(list, idKey)),
    ),
  ];
  if (priceKey === undefined) return checks;
  const amounts = entryCheck(rules, 'amounts', `${priceKey} has two decimals at most`, (exchange, list) =>
    amountFindings(exchange, fieldOfEach(list, priceKey)),
  );
  return [...checks, amounts];
}

/** A check of the entries of a list, which is skipped if the response is not a list. */
export function entryCheck(
  rules: ListRules,
  name: string,
  title: string,
  check: (exchange: Exchange, list: readonly unknown[]) => readonly Finding[],
): Check {
  const { group, section, noun } = rules;
  return defineCheck(`${group}-${name}`, section, title, async (deployment) => {
    const exchange = await rules.request(deployment);
    const list = listOf(exchange);
    if (list === undefined) throw new SkipCheck(`no ${noun} to look at`, `${group}-answer`);
    return check(exchange, list);
  });
}

function listFindings({ empty, noun }: ListRules, exchange: Exchange): Finding[] {
  const found = arrayFindings(exchange);
  if (found.length > 0 || listOf(exchange)?.length !== 0) return found;
  return [{ ...warning(exchange, `some ${noun}`, 'an empty array'), severity: empty }];
}
