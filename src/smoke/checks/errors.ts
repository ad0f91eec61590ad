/** Requests that are wrong on purpose. */
import type { Exchange } from '../../api/exchange.ts';
import { dateParameters, quoteParameters, tripParameters, type Parameters } from '../../api/links.ts';
import { defineCheck, type Check } from '../check.ts';
import type { Deployment } from '../deployment.ts';
import { showValue } from '../display.ts';
import { rules } from '../interface-document.ts';
import { findSelection, findTrip, findUnavailableSelection } from '../facts.ts';
import { errorFindings } from '../field-rules.ts';
import { failure, note, SkipCheck, unless, type Finding } from '../finding.ts';
import { errorMessage } from '../responses.ts';
import { echoFindings, traceFindings } from './leaks.ts';

const required = ['pick_up_depot_id', 'drop_off_depot_id', 'pick_up_date', 'drop_off_date'] as const;

/** Red, a bell and a C1 control sequence, which would change a terminal that shows the response. */
const controls = '\u001b[31m\u0007\u009b';
const badDate = `2026${controls}`;

export const errorChecks: readonly Check[] = [
  missingCheck('availability', '/vehicles/availability', required, async (deployment) =>
    tripParameters((await findTrip(deployment)).trip),
  ),
  missingCheck('quotes', '/quotes', [...required, 'vehicle_id'], async (deployment) =>
    quoteParameters(await findSelection(deployment)),
  ),
  malformedCheck(
    'date',
    'date',
    rules.malformed,
    (deployment) => requestTrip(deployment, { pick_up_date: badDate }),
    (deployment) => requestTrip(deployment, { drop_off_date: 'not-a-date' }),
    (deployment) => requestQuote(deployment, { drop_off_date: 'not-a-date' }),
    (deployment) => requestExtras(deployment, { pick_up_date: 'not-a-date' }),
  ),
  malformedCheck(
    'id',
    'depot, vehicle or plan id',
    rules.malformedIds,
    (deployment) => requestTrip(deployment, { pick_up_depot_id: 'not-a-number' }),
    (deployment) => requestQuote(deployment, { vehicle_id: 'not-a-number' }),
    (deployment) => requestQuote(deployment, { insurance_id: 'not-a-number' }),
  ),
  malformedCheck(
    'path-id',
    'vehicleId in a path',
    rules.malformedIds,
    ({ api }) => api('/vehicles/not-a-number/accessories'),
    ({ api }) => api('/vehicles/not-a-number/insurance-types'),
  ),
  defineCheck(
    'errors-not-available',
    rules.notAvailable,
    'a quote of a vehicle that is not available is a 404 with its reason',
    async (deployment) => {
      const selection = await findUnavailableSelection(deployment);
      if (!selection) throw new SkipCheck('no vehicle was found that is free on one trip and not on another');
      const exchange = await deployment.api('/quotes', quoteParameters(selection));
      return [...errorFindings(exchange, 404), ...reasonFindings(exchange)];
    },
  ),
  defineCheck('errors-trace', rules.beside, 'no answer shows a stack trace', async (deployment) => {
    await deployment.api('/depots');
    return deployment.exchanges.flatMap(traceFindings).slice(0, 1);
  }),
  defineCheck('errors-echo', rules.beside, 'control characters of a request do not come back raw', async (deployment) =>
    echoFindings(await requestTrip(deployment, { pick_up_date: badDate })),
  ),
  {
    ...defineCheck('errors-unavailable', rules.unavailable, 'a 503 carries its reason', async ({ refusals }) => {
      const first = refusals.find(({ response }) => response?.status === 503);
      if (first === undefined) throw new SkipCheck('a 503 cannot be provoked from outside');
      return errorFindings(first, 503);
    }),
    judgesRefusals: true,
  },
];

/** Sends one request without each of the parameters `names`. */
function missingCheck(
  endpoint: string,
  path: string,
  names: readonly string[],
  findParameters: (deployment: Deployment) => Promise<Parameters>,
): Check {
  const title = `${endpoint} names each required parameter that is left out`;
  return defineCheck(`errors-${endpoint}-missing`, rules.missing, title, async (deployment) => {
    const parameters = await findParameters(deployment);
    return findingsInOrder(names, async (name) => {
      const exchange = await deployment.api(path, { ...parameters, [name]: undefined });
      const found = errorFindings(exchange, 400);
      if (found.length > 0) return found.map((one) => ({ ...one, expected: `without ${name}: ${one.expected}` }));
      const expected = `Missing required query parameter: ${name}`;
      const got = errorMessage(exchange);
      return unless(got === expected, failure(exchange, `error: "${expected}"`, showValue(got)));
    });
  });
}

function malformedCheck(
  name: string,
  what: string,
  rule: typeof rules.malformed,
  ...requests: readonly ((deployment: Deployment) => Promise<Exchange>)[]
): Check {
  const title = `a malformed ${what} is refused with a reason`;
  return defineCheck(`errors-${name}`, rule, title, (deployment) =>
    findingsInOrder(requests, async (request) => errorFindings(await request(deployment), 400)),
  );
}

/** Checks the items one after the other, because a run never sends two requests at once. */
async function findingsInOrder<T>(
  items: readonly T[],
  check: (item: T) => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  for (const item of items) found.push(...(await check(item)));
  return found;
}

async function requestTrip(deployment: Deployment, wrong: Parameters): Promise<Exchange> {
  const { trip } = await findTrip(deployment);
  return deployment.api('/vehicles/availability', { ...tripParameters(trip), ...wrong });
}

async function requestQuote(deployment: Deployment, wrong: Parameters): Promise<Exchange> {
  return deployment.api('/quotes', { ...quoteParameters(await findSelection(deployment)), ...wrong });
}

async function requestExtras(deployment: Deployment, wrong: Parameters): Promise<Exchange> {
  const selection = await findSelection(deployment);
  return deployment.api(`/vehicles/${selection.vehicleId}/accessories`, { ...dateParameters(selection), ...wrong });
}

function reasonFindings(exchange: Exchange): Finding[] {
  const message = errorMessage(exchange);
  if (exchange.response?.status !== 404 || message === undefined || /availab/i.test(message)) return [];
  // It may say so in another language.
  return [note(exchange, 'error: says that the vehicle is not available', showValue(message))];
}
