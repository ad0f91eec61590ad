/** The rules of every list of the interface: its response, the fields of its entries, their ids and their amounts. */
import type * as z from 'zod/mini';
import type { Exchange } from '../exchange.ts';
import { defineCheck, type Check } from '../check.ts';
import type { Deployment } from '../deployment.ts';
import { amountFindings, fieldOfEach, schemaFindings, uniqueFindings } from '../field-rules.ts';
import { mergeFindings, SkipCheck, type Finding } from '../finding.ts';
import { rules, type Rule } from '../interface-document.ts';
import { arrayFindings, listOf } from '../responses.ts';

export interface List {
  /** Also the name of the rule about the response. */
  readonly group: 'depots' | 'availability' | 'accessories' | 'insurance';
  /** What an entry is, as the names of the rules about entries begin. */
  readonly entry: 'depot' | 'vehicle' | 'accessory' | 'insurance';
  /** `depots`, for titles. */
  readonly noun: string;
  readonly schema: z.ZodMiniType;
  readonly idKey: string;
  readonly priceKey?: string;
  request(deployment: Deployment): Promise<Exchange>;
  /** More answers of the same form, whose entries are checked too if they are lists. */
  more?(deployment: Deployment): Promise<readonly Exchange[]>;
  /** Judges the response, if it need not be an array. */
  judge?(deployment: Deployment): Promise<readonly Finding[]>;
  /** Judges a response that is an empty array. */
  judgeEmpty?(exchange: Exchange): readonly Finding[];
}

export function listChecks(list: List): Check[] {
  const { group, entry, noun, schema, idKey, priceKey } = list;
  const judge = async (deployment: Deployment): Promise<readonly Finding[]> => {
    const exchange = await list.request(deployment);
    const isEmpty = listOf(exchange)?.length === 0;
    return isEmpty ? (list.judgeEmpty?.(exchange) ?? []) : arrayFindings(exchange);
  };
  const checks = [
    defineCheck(`${group}-answer`, rules[group], `the ${noun} are a JSON array, status 200`, list.judge ?? judge),
    entryCheck(list, 'fields', rules[`${entry}Fields`], `${noun} have every field, of its type`, (exchange, entries) =>
      schemaFindings(exchange, schema, entries),
    ),
    entryCheck(list, 'ids', rules[`${entry}Ids`], `no two ${noun} share an id`, (exchange, entries) =>
      uniqueFindings(exchange, fieldOfEach(entries, idKey)),
    ),
  ];
  if (priceKey === undefined) return checks;
  const title = `${priceKey} has two decimals at most`;
  const amounts = entryCheck(list, 'amounts', rules.amounts, title, (exchange, entries) =>
    amountFindings(exchange, fieldOfEach(entries, priceKey)),
  );
  return [...checks, amounts];
}

/** A check of the entries of a list, which is skipped if the response is not a list. */
export function entryCheck(
  list: List,
  name: string,
  rule: Rule,
  title: string,
  check: (exchange: Exchange, entries: readonly unknown[]) => readonly Finding[],
): Check {
  const { group, noun } = list;
  return defineCheck(`${group}-${name}`, rule, title, async (deployment) => {
    const exchange = await list.request(deployment);
    const entries = listOf(exchange);
    if (entries === undefined) throw new SkipCheck(`no ${noun} to look at`, `${group}-answer`);
    const others = (await list.more?.(deployment)) ?? [];
    return mergeFindings([check(exchange, entries), ...others.map((other) => check(other, listOf(other) ?? []))]);
  });
}
