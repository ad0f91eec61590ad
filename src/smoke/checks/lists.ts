/** The rules of every list of the interface: its response, the fields of its entries, their ids and their amounts. */
import type * as z from 'zod/mini';
import type { Exchange } from '../../api/exchange.ts';
import { defineCheck, type Check, type CheckGroup } from '../check.ts';
import type { Deployment } from '../deployment.ts';
import { rules as document, type Rule } from '../document.ts';
import { amountFindings, fieldOfEach, schemaFindings, uniqueFindings } from '../fields.ts';
import { mergeFindings, SkipCheck, type Finding } from '../finding.ts';
import { arrayFindings, listOf } from '../responses.ts';

export interface ListRules {
  readonly group: CheckGroup;
  /** `depots`, for titles. */
  readonly noun: string;
  readonly answer: Rule;
  readonly fields: Rule;
  readonly ids: Rule;
  readonly schema: z.ZodMiniType;
  readonly idKey: string;
  readonly priceKey?: string;
  request(deployment: Deployment): Promise<Exchange>;
  /** More answers of the same form, whose entries are checked too if they are lists. */
  more?(deployment: Deployment): Promise<readonly Exchange[]>;
  /** Judges the response; without it, it must be an array. */
  judge?(deployment: Deployment): Promise<readonly Finding[]>;
}

export function listChecks(rules: ListRules): Check[] {
  const { group, noun, schema, idKey, priceKey } = rules;
  const judge = rules.judge ?? (async (deployment) => arrayFindings(await rules.request(deployment)));
  const checks = [
    defineCheck(`${group}-answer`, rules.answer, `the ${noun} are a JSON array, status 200`, judge),
    entryCheck(rules, 'fields', rules.fields, `${noun} have every field, of its type`, (exchange, list) =>
      schemaFindings(exchange, schema, list),
    ),
    entryCheck(rules, 'ids', rules.ids, `no two ${noun} share an id`, (exchange, list) =>
      uniqueFindings(exchange, fieldOfEach(list, idKey)),
    ),
  ];
  if (priceKey === undefined) return checks;
  const title = `${priceKey} has two decimals at most`;
  const amounts = entryCheck(rules, 'amounts', document.amounts, title, (exchange, list) =>
    amountFindings(exchange, fieldOfEach(list, priceKey)),
  );
  return [...checks, amounts];
}

/** A check of the entries of a list, which is skipped if the response is not a list. */
export function entryCheck(
  rules: ListRules,
  name: string,
  rule: Rule,
  title: string,
  check: (exchange: Exchange, list: readonly unknown[]) => readonly Finding[],
): Check {
  const { group, noun } = rules;
  return defineCheck(`${group}-${name}`, rule, title, async (deployment) => {
    const exchange = await rules.request(deployment);
    const list = listOf(exchange);
    if (list === undefined) throw new SkipCheck(`no ${noun} to look at`, `${group}-answer`);
    const others = (await rules.more?.(deployment)) ?? [];
    return mergeFindings([check(exchange, list), ...others.map((other) => check(other, listOf(other) ?? []))]);
  });
}
