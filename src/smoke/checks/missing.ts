/** Requests that lack a required parameter: one each. */
import { tripParameters, type Parameters } from '../../api/query.ts';
import { errorMessage, failure } from '../answer.ts';
import type { Check, Finding } from '../check.ts';
import { offer, quoteParameters } from '../facts.ts';
import { each, type Service } from '../service.ts';
import { show } from '../show.ts';
import { errorFindings } from './error-body.ts';

const section = 'Errors: 400';
const trip = ['pick_up_depot_id', 'drop_off_depot_id', 'pick_up_date', 'drop_off_date'] as const;

export const missingChecks: readonly Check[] = [
  {
    id: 'errors-availability-missing',
    group: 'errors',
    section,
    title: 'availability names each required parameter that is left out',
    run: async (service) =>
      missing(service, '/vehicles/availability', tripParameters((await offer(service)).trip), trip),
  },
  {
    id: 'errors-quotes-missing',
    group: 'errors',
    section,
    title: 'quotes names each required parameter that is left out',
    run: async (service) => missing(service, '/quotes', await quoteParameters(service), [...trip, 'vehicle_id']),
  },
];

function missing(
  service: Service,
  path: string,
  all: Parameters,
  names: readonly string[],
): Promise<readonly Finding[]> {
  return each(names, async (name) => {
    const answer = await service.api(path, { ...all, [name]: undefined });
    const found = errorFindings(answer, 400);
    const message = `Missing required query parameter: ${name}`;
    const got = errorMessage(answer);
    if (found.length > 0) return found.map((one) => ({ ...one, expected: `without ${name}: ${one.expected}` }));
    return got === message ? [] : [failure(answer, `error: "${message}"`, show(got))];
  });
}
