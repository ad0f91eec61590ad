/** Available vehicles, and the extras of a vehicle: accessories and insurance plans have the same rules. */
import type { Exchange } from '../../api/exchange.ts';
import { accessoriesSchema, insurancePlansSchema, vehiclesSchema } from '../../api/schemas.ts';
import { defineCheck, type Check } from '../check.ts';
import { findTrip, requestExtras, type ExtraKind } from '../facts.ts';
import { errorFindings, fieldFindings, fieldOfEach } from '../fields.ts';
import type { Finding } from '../finding.ts';
import { arrayFindings, describeResponse, statusFinding } from '../responses.ts';
import { entryCheck, listChecks, type ListRules } from './lists.ts';

const vehicles: ListRules = {
  group: 'availability',
  noun: 'vehicles',
  endpointSection: 'Endpoints: GET /vehicles/availability',
  section: 'Resources: Vehicle',
  schema: vehiclesSchema,
  idKey: 'vehicleId',
  priceKey: 'rentalDailyRate',
  // Not a broken rule, but the checks of extras and quotes need a vehicle.
  empty: 'warn',
  request: async (deployment) => (await findTrip(deployment)).exchange,
};

export const vehicleChecks: readonly Check[] = [
  ...listChecks(vehicles),
  entryCheck(vehicles, 'images', 'imageUrl is a URI', (exchange, list) => {
    const addresses = fieldOfEach(list, 'imageUrl').filter(({ value }) => typeof value === 'string');
    return fieldFindings(exchange, addresses, 'a URI with its scheme', (value) => isUri(String(value)));
  }),
  ...extraChecks('accessories', {
    group: 'accessories',
    noun: 'accessories',
    section: 'Resources: Accessory',
    schema: accessoriesSchema,
  }),
  ...extraChecks('insurance-types', {
    group: 'insurance',
    noun: 'insurance plans',
    section: 'Resources: Insurance plan',
    schema: insurancePlansSchema,
  }),
];

/** RFC 3986: a scheme, and only the characters of a URI. */
function isUri(text: string): boolean {
  return /^[a-z][a-z\d+.-]*:(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[\da-f]{2})+$/i.test(text) && URL.canParse(text);
}

function extraChecks(kind: ExtraKind, rules: Pick<ListRules, 'group' | 'noun' | 'section' | 'schema'>): Check[] {
  const endpointSection = `Endpoints: GET /vehicles/{vehicleId}/${kind}`;
  const undatedTitle = `without dates the ${rules.noun} come too, or a 400 with its reason`;
  return [
    ...listChecks({
      ...rules,
      endpointSection,
      idKey: 'id',
      priceKey: 'price',
      empty: 'note',
      request: (deployment) => requestExtras(deployment, kind),
    }),
    defineCheck(`${rules.group}-undated`, endpointSection, undatedTitle, async (deployment) =>
      undatedFindings(await requestExtras(deployment, kind, false)),
    ),
  ];
}

/** The document does not say whether dates are required, so a 200 and a 400 are both right, each in its form. */
function undatedFindings(exchange: Exchange): Finding[] {
  const problem = statusFinding(exchange, 200, 400);
  if (problem !== undefined) return [problem];
  if (exchange.response?.status !== 400) return arrayFindings(exchange);
  const found = errorFindings(exchange, 400);
  return found.length > 0 ? found : [{ severity: 'note', expected: 'dates or none', got: describeResponse(exchange) }];
}
