/** Requests that are wrong on purpose. */
import { textOf, type Exchange } from '../../api/exchange.ts';
import { tripParameters, type Parameters } from '../../api/links.ts';
import { defineCheck, type Check } from '../check.ts';
import type { Deployment } from '../deployment.ts';
import { showValue } from '../display.ts';
import { findTrip, findUnavailableRental, quoteParameters, type ExtraKind } from '../facts.ts';
import { errorFindings } from '../fields.ts';
import { failure, SkipCheck, warning, type Finding } from '../finding.ts';
import { describeResponse, errorMessage } from '../responses.ts';

const required = ['pick_up_depot_id', 'drop_off_depot_id', 'pick_up_date', 'drop_off_date'] as const;
const extraKinds: readonly ExtraKind[] = ['accessories', 'insurance-types'];

/** Red, a bell and a C1 control sequence, which would change a terminal that shows the response. */
const controls = '\u001b[31m\u0007\u009b';

export const errorChecks: readonly Check[] = [
  defineCheck(
    'errors-availability-missing',
    'Errors: 400',
    'availability names each required parameter that is left out',
    async (deployment) => {
      const parameters = tripParameters((await findTrip(deployment)).trip);
      return missingFindings(deployment, '/vehicles/availability', parameters, required);
    },
  ),
  defineCheck(
    'errors-quotes-missing',
    'Errors: 400',
    'quotes names each required parameter that is left out',
    async (deployment) => {
      const parameters = await quoteParameters(deployment);
      return missingFindings(deployment, '/quotes', parameters, [...required, 'vehicle_id']);
    },
  ),
  defineCheck('errors-date', 'Errors: 400', 'a malformed date is refused with a reason', async (deployment) =>
    errorFindings(await requestOnDate(deployment, 'not-a-date'), 400),
  ),
  defineCheck('errors-id', 'Errors: 400', 'a malformed vehicle_id is refused with a reason', async (deployment) => {
    const parameters = { ...(await quoteParameters(deployment)), vehicle_id: 'not-a-number' };
    return errorFindings(await deployment.api('/quotes', parameters), 400);
  }),
  defineCheck(
    'errors-path-id',
    'Errors: 400',
    'a malformed vehicleId in a path is refused with a reason',
    (deployment) =>
      findingsInOrder(extraKinds, async (kind) =>
        errorFindings(await deployment.api(`/vehicles/not-a-number/${kind}`), 400),
      ),
  ),
  defineCheck(
    'errors-not-available',
    'Errors: 404',
    'a quote of a vehicle that is not available is a 404 with its reason',
    async (deployment) => {
      const rental = await findUnavailableRental(deployment);
      if (rental === undefined) throw new SkipCheck('no vehicle was found that is free on one trip and not on another');
      const parameters = { ...tripParameters(rental.trip), vehicle_id: rental.vehicleId };
      const exchange = await deployment.api('/quotes', parameters);
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

/** Sends one request without each required parameter. */
function missingFindings(
  deployment: Deployment,
  path: string,
  parameters: Parameters,
  names: readonly string[],
): Promise<readonly Finding[]> {
  return findingsInOrder(names, async (name) => {
    const exchange = await deployment.api(path, { ...parameters, [name]: undefined });
    const found = errorFindings(exchange, 400);
    if (found.length > 0) return found.map((one) => ({ ...one, expected: `without ${name}: ${one.expected}` }));
    const expected = `Missing required query parameter: ${name}`;
    const got = errorMessage(exchange);
    return got === expected ? [] : [failure(exchange, `error: "${expected}"`, showValue(got))];
  });
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
