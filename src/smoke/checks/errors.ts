/** Requests that are wrong on purpose. */
import { textOf, type Exchange } from '../../api/exchange.ts';
import { quoteParameters, tripParameters, type Parameters } from '../../api/links.ts';
import { defineCheck, type Check } from '../check.ts';
import type { Deployment } from '../deployment.ts';
import { showValue } from '../display.ts';
import { findSelection, findTrip, findUnavailableSelection } from '../facts.ts';
import { errorFindings } from '../fields.ts';
import { failure, SkipCheck, unless, warning, type Finding } from '../finding.ts';
import { describeResponse, errorMessage } from '../responses.ts';

const required = ['pick_up_depot_id', 'drop_off_depot_id', 'pick_up_date', 'drop_off_date'] as const;

/** Red, a bell and a C1 control sequence, which would change a terminal that shows the response. */
const controls = '\u001b[31m\u0007\u009b';

export const errorChecks: readonly Check[] = [
  missingCheck('availability', '/vehicles/availability', required, async (deployment) =>
    tripParameters((await findTrip(deployment)).trip),
  ),
  missingCheck('quotes', '/quotes', [...required, 'vehicle_id'], async (deployment) =>
    quoteParameters(await findSelection(deployment)),
  ),
  malformedCheck('date', 'date', (deployment) => requestOnDate(deployment, 'not-a-date')),
  malformedCheck('id', 'vehicle_id', async (deployment) => {
    const parameters = quoteParameters(await findSelection(deployment));
    return deployment.api('/quotes', { ...parameters, vehicle_id: 'not-a-number' });
  }),
  malformedCheck(
    'path-id',
    'vehicleId in a path',
    ({ api }) => api('/vehicles/not-a-number/accessories'),
    ({ api }) => api('/vehicles/not-a-number/insurance-types'),
  ),
  defineCheck(
    'errors-not-available',
    'Errors: 404',
    'a quote of a vehicle that is not available is a 404 with its reason',
    async (deployment) => {
      const selection = await findUnavailableSelection(deployment);
      if (!selection) throw new SkipCheck('no vehicle was found that is free on one trip and not on another');
      const exchange = await deployment.api('/quotes', quoteParameters(selection));
      return [...errorFindings(exchange, 404), ...reasonFindings(exchange)];
    },
  ),
  defineCheck(
    'errors-route',
    'Errors',
    'an unknown route does not crash the service and shows no stack trace',
    async (deployment) => routeFindings(await deployment.api('/no-such-route')),
  ),
  defineCheck('errors-echo', 'Errors', 'control characters of a request do not come back raw', async (deployment) =>
    echoFindings(await requestOnDate(deployment, `2026${controls}`)),
  ),
  defineCheck('errors-unavailable', 'Errors: 503', 'a 503 carries its reason', () =>
    Promise.reject(new SkipCheck('a 503 cannot be provoked from outside')),
  ),
];

/** Sends one request without each of the parameters `names`. */
function missingCheck(
  endpoint: string,
  path: string,
  names: readonly string[],
  findParameters: (deployment: Deployment) => Promise<Parameters>,
): Check {
  const title = `${endpoint} names each required parameter that is left out`;
  return defineCheck(`errors-${endpoint}-missing`, 'Errors: 400', title, async (deployment) => {
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
  ...requests: readonly ((deployment: Deployment) => Promise<Exchange>)[]
): Check {
  const title = `a malformed ${what} is refused with a reason`;
  return defineCheck(`errors-${name}`, 'Errors: 400', title, (deployment) =>
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

async function requestOnDate(deployment: Deployment, date: string): Promise<Exchange> {
  const { trip } = await findTrip(deployment);
  return deployment.api('/vehicles/availability', { ...tripParameters(trip), pick_up_date: date });
}

function reasonFindings(exchange: Exchange): Finding[] {
  const message = errorMessage(exchange);
  if (exchange.response?.status !== 404 || message === undefined || /availab/i.test(message)) return [];
  return [warning(exchange, 'error: says that the vehicle is not available', showValue(message))];
}

function routeFindings(exchange: Exchange): Finding[] {
  const { response } = exchange;
  if (response === undefined || response.status >= 500) {
    return [failure(exchange, 'no crash: a status below 500', describeResponse(exchange))];
  }
  const trace = /^[ \t]{1,40}at .{1,200}:\d+:\d+\)?$|^Traceback \(most recent call last\)|node_modules\//m.exec(
    textOf(exchange),
  );
  return trace === null ? [] : [failure(exchange, 'no stack trace', showValue(trace[0].trim()))];
}

/** A raw C1 control is only odd, because JSON allows it. */
function echoFindings(exchange: Exchange): Finding[] {
  const text = textOf(exchange);
  const raw = ['\u001b', '\u0007', '\u009b'].filter((character) => text.includes(character));
  if (raw.length === 0) return [];
  const report = raw.every((character) => character > '\u0080') ? warning : failure;
  return [report(exchange, 'control characters escaped or left out', `raw ${raw.map(showValue).join(', ')}`)];
}
