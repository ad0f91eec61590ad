/** The rules of every list of the interface: its response, the fields of its entries, their ids and their amounts. */
import type { z } from 'zod';
import type { Exchange } from '../../api/exchange.ts';
import type { Check, CheckGroup } from '../check.ts';
import type { Deployment } from '../deployment.ts';
import { showValue } from '../display.ts';
import { amountFindings, fieldOfEach, schemaFindings, uniqueFindings } from '../fields.ts';
import { failure, SkipCheck, warning, type Finding } from '../finding.ts';
import { bodyOf, jsonFindings, listOf } from '../responses.ts';

export interface ListRules {
  readonly group: CheckGroup;
  /** `depots`, for titles. */
  readonly noun: string;
  /** Sections of the endpoint and of the entry. */
  readonly endpointSection: string;
  readonly section: string;
  readonly schema: z.ZodType;
  readonly idKey: string;
  readonly priceKey?: string;
  /** Severity of an empty list. */
  readonly empty: Finding['severity'];
  request(deployment: Deployment): Promise<Exchange>;
}

export function listChecks(rules: ListRules): Check[] {
  const { group, noun, section, schema, idKey, priceKey } = rules;
  const amounts: Check[] =
    priceKey === undefined
      ? []
      : [
          {
            group,
            section,
            id: `${group}-amounts`,
            title: `${priceKey} has two decimals at most`,
            run: (deployment) =>
              checkEntries(rules, deployment, (exchange, list) =>
                amountFindings(exchange, fieldOfEach(list, priceKey)),
              ),
          },
        ];
  return [
    {
      group,
      section: rules.endpointSection,
      id: `${group}-answer`,
      title: `the ${noun} are a JSON array, status 200`,
      run: async (deployment) => listFindings(rules, await rules.request(deployment)),
    },
    {
      group,
      section,
      id: `${group}-fields`,
      title: `${noun} have every field, of its type`,
      run: (deployment) => checkEntries(rules, deployment, (exchange, list) => schemaFindings(exchange, schema, list)),
    },
    {
      group,
      section,
      id: `${group}-ids`,
      title: `no two ${noun} share an id`,
      run: (deployment) =>
        checkEntries(rules, deployment, (exchange, list) => uniqueFindings(exchange, fieldOfEach(list, idKey))),
    },
    ...amounts,
  ];
}

/** Checks the entries. Throws SkipCheck if the response is not a list. */
export async function checkEntries(
  rules: ListRules,
  deployment: Deployment,
  check: (exchange: Exchange, list: readonly unknown[]) => readonly Finding[],
): Promise<readonly Finding[]> {
  const exchange = await rules.request(deployment);
  const list = listOf(exchange);
  if (list === undefined) throw new SkipCheck(`no ${rules.noun} to look at`, `${rules.group}-answer`);
  return check(exchange, list);
}

function listFindings({ empty, noun }: ListRules, exchange: Exchange): Finding[] {
  const found = jsonFindings(exchange, 200);
  if (found.length > 0) return found;
  const list = listOf(exchange);
  if (list === undefined) return [failure(exchange, 'a JSON array', showValue(bodyOf(exchange)))];
  if (list.length > 0) return [];
  return [{ ...warning(exchange, `some ${noun}`, 'an empty array'), severity: empty }];
}
