/** Accessories and insurance plans keep the same rules. */
import { accessoriesSchema, insurancePlansSchema } from '../../interface/schemas.ts';
import { answerFindings, bodyOf, describeAnswer, failure, jsonOf, statusFinding, type Answer } from '../answer.ts';
import type { Check, Finding } from '../check.ts';
import { extras, type ExtraKind } from '../facts.ts';
import { shapeFindings } from '../shape.ts';
import { show } from '../show.ts';
import { errorFindings } from './error-body.ts';
import { listedChecks, type Listed } from './listed.ts';

function extraChecks(kind: ExtraKind, listed: Pick<Listed, 'group' | 'things' | 'section' | 'schema'>): Check[] {
  const endpointSection = `Endpoints: GET /vehicles/{vehicleId}/${kind}`;
  const { group, things, schema } = listed;
  return [
    ...listedChecks({
      ...listed,
      endpointSection,
      idKey: 'id',
      priceKey: 'price',
      empty: 'note',
      answer: (service) => extras(service, kind),
    }),
    {
      id: `${group}-undated`,
      group,
      section: endpointSection,
      title: `without dates the ${things} come too, or a 400 with its reason`,
      run: async (service) => undatedFindings(await extras(service, kind, false), schema),
    },
  ];
}

/** Whether the dates are required is not documented: both answers are right, each in its form. */
function undatedFindings(answer: Answer, schema: Listed['schema']): Finding[] {
  const problem = statusFinding(answer, 200, 400);
  if (problem !== undefined) return [problem];
  if (answer.response?.status === 400) {
    const found = errorFindings(answer, 400);
    return found.length > 0 ? found : [{ severity: 'note', expected: 'dates or none', got: describeAnswer(answer) }];
  }
  const found = answerFindings(answer, 200);
  if (found.length > 0 || !jsonOf(answer).ok) return found;
  const body = bodyOf(answer);
  return Array.isArray(body) ? shapeFindings(answer, schema, body) : [failure(answer, 'a JSON array', show(body))];
}

export const extrasChecks: readonly Check[] = [
  ...extraChecks('accessories', {
    group: 'accessories',
    things: 'accessories',
    section: 'Resources: Accessory',
    schema: accessoriesSchema,
  }),
  ...extraChecks('insurance-types', {
    group: 'insurance',
    things: 'insurance plans',
    section: 'Resources: Insurance plan',
    schema: insurancePlansSchema,
  }),
];
