/** The rules that every list of the interface keeps: its answer, the fields of its entries, their ids and their amounts. */
import type { z } from 'zod';
import { answerFindings, bodyOf, failure, listOf, warning, type Answer } from '../answer.ts';
import { Skip, type Check, type Finding, type Group } from '../check.ts';
import type { Service } from '../service.ts';
import { amountFindings, fieldOfEach, shapeFindings, uniqueFindings } from '../shape.ts';
import { show } from '../show.ts';

export interface Listed {
  readonly group: Group;
  /** `depots`, for titles. */
  readonly things: string;
  /** Sections of the endpoint and of the entry. */
  readonly endpointSection: string;
  readonly section: string;
  readonly schema: z.ZodType;
  readonly idKey: string;
  readonly priceKey?: string;
  /** What an empty list is. */
  readonly empty: 'fail' | 'warn' | 'note';
  answer(service: Service): Promise<Answer>;
}

export function listedChecks(listed: Listed): Check[] {
  const { group, things, section, idKey, priceKey } = listed;
  const about = { group, section };
  return [
    {
      group,
      section: listed.endpointSection,
      id: `${group}-answer`,
      title: `the ${things} are a JSON array, status 200`,
      run: async (service) => listFindings(listed, await listed.answer(service)),
    },
    {
      ...about,
      id: `${group}-fields`,
      title: `${things} have every field, of its type`,
      run: (service) => ofEntries(listed, service, (answer, list) => shapeFindings(answer, listed.schema, list)),
    },
    {
      ...about,
      id: `${group}-ids`,
      title: `no two ${things} share an id`,
      run: (service) => ofEntries(listed, service, (answer, list) => uniqueFindings(answer, fieldOfEach(list, idKey))),
    },
    ...(priceKey === undefined
      ? []
      : [
          {
            ...about,
            id: `${group}-amounts`,
            title: `${priceKey} has two decimals at most`,
            run: (service: Service) =>
              ofEntries(listed, service, (answer, list) => amountFindings(answer, fieldOfEach(list, priceKey))),
          },
        ]),
  ];
}

/** Runs a rule on the entries; throws Skip where the answer is no list. */
export async function ofEntries(
  listed: Listed,
  service: Service,
  look: (answer: Answer, list: readonly unknown[]) => readonly Finding[],
): Promise<readonly Finding[]> {
  const answer = await listed.answer(service);
  const list = listOf(answer);
  if (list === undefined) throw new Skip(`no ${listed.things} to look at`, `${listed.group}-answer`);
  return look(answer, list);
}

function listFindings({ empty, things }: Listed, answer: Answer): Finding[] {
  const found = answerFindings(answer, 200);
  if (found.length > 0) return found;
  const list = listOf(answer);
  if (list === undefined) return [failure(answer, 'a JSON array', show(bodyOf(answer)))];
  if (list.length > 0) return [];
  return [{ ...warning(answer, `some ${things}`, 'an empty array'), severity: empty }];
}
