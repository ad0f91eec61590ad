/** Requests that are wrong on purpose. */
import { tripParameters } from '../../api/query.ts';
import { describeAnswer, errorMessage, failure, textOf, warning, type Answer } from '../answer.ts';
import { Skip, type Check, type Finding } from '../check.ts';
import { offer, quoteParameters, takenRental, type ExtraKind } from '../facts.ts';
import { each, type Service } from '../service.ts';
import { show } from '../show.ts';
import { errorFindings } from './error-body.ts';

/** Red, a bell and a C1 control sequence: what would steer a terminal that shows the answer. */
const controls = '\u001b[31m\u0007\u009b';

export const errorChecks: readonly Check[] = [
  {
    id: 'errors-date',
    group: 'errors',
    section: 'Errors: 400',
    title: 'a malformed date is refused with a reason',
    run: async (service) => errorFindings(await availabilityOn(service, 'not-a-date'), 400),
  },
  {
    id: 'errors-id',
    group: 'errors',
    section: 'Errors: 400',
    title: 'a malformed vehicle_id is refused with a reason',
    run: async (service) => {
      const parameters = await quoteParameters(service);
      return errorFindings(await service.api('/quotes', { ...parameters, vehicle_id: 'not-a-number' }), 400);
    },
  },
  {
    id: 'errors-path-id',
    group: 'errors',
    section: 'Errors: 400',
    title: 'a malformed vehicleId in a path is refused with a reason',
    run: (service) =>
      each(['accessories', 'insurance-types'] satisfies ExtraKind[], async (kind) =>
        errorFindings(await service.api(`/vehicles/not-a-number/${kind}`), 400),
      ),
  },
  {
    id: 'errors-not-available',
    group: 'errors',
    section: 'Errors: 404',
    title: 'a quote of a vehicle that is not available is a 404 with its reason',
    run: async (service) => {
      const found = await takenRental(service);
      if (found === undefined) throw new Skip('no vehicle was found that is free on one trip and not on another');
      const { trip, vehicleId } = found;
      const answer = await service.api('/quotes', { ...tripParameters(trip), vehicle_id: vehicleId });
      return [...errorFindings(answer, 404), ...reasonFindings(answer)];
    },
  },
  {
    id: 'errors-route',
    group: 'errors',
    section: 'Errors',
    title: 'an unknown route is no crash and shows no stack trace',
    run: async (service) => routeFindings(await service.api('/no-such-route')),
  },
  {
    id: 'errors-echo',
    group: 'errors',
    section: 'Errors',
    title: 'control characters sent do not come back raw',
    run: async (service) => echoFindings(await availabilityOn(service, `2026${controls}`)),
  },
  {
    id: 'errors-unavailable',
    group: 'errors',
    section: 'Errors: 503',
    title: 'a 503 carries its reason',
    run: () => Promise.reject(new Skip('a 503 cannot be provoked from outside')),
  },
];

async function availabilityOn(service: Service, date: string): Promise<Answer> {
  const { trip } = await offer(service);
  return service.api('/vehicles/availability', { ...tripParameters(trip), pick_up_date: date });
}

function reasonFindings(answer: Answer): Finding[] {
  const message = errorMessage(answer);
  if (answer.response?.status !== 404 || message === undefined || /availab/i.test(message)) return [];
  return [warning(answer, 'error: says that the vehicle is not available', show(message))];
}

function routeFindings(answer: Answer): Finding[] {
  const { response } = answer;
  if (response === undefined || response.status >= 500) {
    return [failure(answer, 'no crash: a status below 500', describeAnswer(answer))];
  }
  const trace = /^[ \t]{1,40}at .{1,200}:\d+:\d+\)?$|^Traceback \(most recent call last\)|node_modules\//m.exec(
    textOf(answer),
  );
  return trace === null ? [] : [failure(answer, 'no stack trace', show(trace[0].trim()))];
}

/** JSON has a raw C1 control pass, so that one is only odd. */
function echoFindings(answer: Answer): Finding[] {
  const text = textOf(answer);
  const raw = ['\u001b', '\u0007', '\u009b'].filter((character) => text.includes(character));
  const report = raw.every((character) => character > '\u0080') ? warning : failure;
  return raw.length === 0
    ? []
    : [report(answer, 'control characters escaped or left out', `raw ${raw.map(show).join(', ')}`)];
}
