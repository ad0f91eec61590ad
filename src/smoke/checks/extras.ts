/** Accessories and insurance plans keep the same rules. */
import { accessoriesSchema, insurancePlansSchema } from '../../api/schemas.ts';
import { answerFindings, bodyOf, describeAnswer, failure, listOf, statusFinding, type Answer } from '../answer.ts';
import type { Check, Finding } from '../check.ts';
import { extras, type ExtraKind } from '../facts.ts';
import { show } from '../show.ts';
import { errorFindings } from './error-body.ts';
import { listedChecks, type Listed } from './listed.ts';

function extraChecks(kind: ExtraKind, listed: Pick<Listed, 'group' | 'things' | 'section' | 'schema'>): Check[] {
  const endpointSection = `Endpoints: GET /vehicles/{vehicleId}/${kind}`;
  const { group, things } = listed;
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
      run: async (service) => undatedFindings(await extras(service, kind, false)),
    },
  ];
}

/** Whether the dates are required is not documented: both answers are right, each in its form. */
function undatedFindings(answer: Answer): Finding[] {
  const problem = statusFinding(answer, 200, 400);
  if (problem !== undefined) return [problem];
  if (answer.response?.status === 400) {
    const found = errorFindings(answer, 400);
    return found.length > 0 ? found : [{ severity: 'note', expected: 'dates or none', got: describeAnswer(answer) }];
  }
  const found = answerFindings(answer, 200);
  if (found.length > 0 || listOf(answer) !== undefined) return found;
  return [failure(answer, 'a JSON array', show(bodyOf(answer)))];
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
