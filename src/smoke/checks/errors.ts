/** Requests that are wrong on purpose, and what no answer must show. The document has no rules about that, so these are warnings. */
import { textOf, type Exchange } from '../exchange.ts';
import { dateParameters, quoteParameters, tripParameters, type Parameters } from '../../api/links.ts';
import type { CalendarDate } from '../../api/types.ts';
import { defineCheck, type Check } from '../check.ts';
import type { Deployment } from '../deployment.ts';
import { showValue } from '../display.ts';
import { rules, type Rule } from '../interface-document.ts';
import {
  findQuoted,
  findSelection,
  findTrip,
  findUnavailableSelection,
  isFreeNow,
  requestExtras,
  type ExtraKind,
} from '../facts.ts';
import { errorFindings } from '../field-rules.ts';
import { failure, NotChecked, note, SkipCheck, unless, warning, type Finding } from '../finding.ts';
import { describeResponse, errorMessage, typeFindings } from '../responses.ts';

const required = ['pick_up_depot_id', 'drop_off_depot_id', 'pick_up_date', 'drop_off_date'] as const;

/** Red, a bell and a C1 control sequence, which would change a terminal that shows the response. */
const controls = '\u001b[31m\u0007\u009b';
const badDate = `2026${controls}`;
const badDay = 'not-a-date';

/** Behind a right id: programs that read numbers loosely take it for the id. */
const letters = 'abc';

/** Only the name of the status. */
const saysNothing = /^\W*(?:(?:http|error|status)\W*)*(?:404)?\W*(?:not found|error|-)?\W*$/i;

const trace = /^[ \t]{1,40}at .{1,200}:\d+:\d+\)?$|Traceback \(most recent call last\)|node_modules\//m;

/** Becomes wrong when one of its parameters is changed. */
type RightRequest = (deployment: Deployment) => Promise<{ readonly path: string; readonly parameters: Parameters }>;

const availability: RightRequest = async (deployment) => {
  const { trip } = await findTrip(deployment);
  return { path: '/vehicles/availability', parameters: tripParameters(trip) };
};
const quotes: RightRequest = async (deployment) => {
  return { path: '/quotes', parameters: quoteParameters(await findQuoted(deployment)) };
};
const extras = (kind: ExtraKind): RightRequest => {
  return async (deployment) => {
    const selection = await findSelection(deployment);
    // If the endpoint refuses right requests too, another check reports it.
    const { response } = await requestExtras(deployment, kind);
    if (response?.status !== 200) throw new SkipCheck(`no ${kind} to ask about`, answerOf[kind]);
    return { path: `/vehicles/${selection.vehicleId}/${kind}`, parameters: dateParameters(selection) };
  };
};
const answerOf = { accessories: 'accessories-answer', 'insurance-types': 'insurance-answer' } as const;
/** With the dates of a trip, so that only the id is wrong; without them if there is no vehicle to compare with. */
const wrongVehicle = (kind: ExtraKind): RightRequest => {
  return async (deployment) => {
    const isKnown = await findSelection(deployment).then(
      () => true,
      () => false,
    );
    if (!isKnown) return { path: `/vehicles/1${letters}/${kind}`, parameters: {} };
    const { path, parameters } = await extras(kind)(deployment);
    return { path: path.replace(/\d+/, `$&${letters}`), parameters };
  };
};

export const errorChecks: readonly Check[] = [
  missingCheck('availability', availability, required),
  missingCheck('quotes', quotes, [...required, 'vehicle_id']),
  // One date and one id of each endpoint, each time another parameter.
  malformedCheck('date', 'date', rules.malformed, [
    refused(availability, () => ({ pick_up_date: badDate })),
    absentDayFindings,
    refused(extras('accessories'), () => ({ pick_up_date: badDay })),
    refused(extras('insurance-types'), () => ({ drop_off_date: badDay })),
  ]),
  malformedCheck('id', 'depot, vehicle or plan id', rules.malformedIds, [
    refused(availability, (right) => ({ drop_off_depot_id: `${right['drop_off_depot_id']}${letters}` })),
    refused(quotes, ({ vehicle_id: id }) => ({ vehicle_id: `${id}${letters}` })),
    refused(quotes, () => ({ insurance_id: `1${letters}` })),
  ]),
  malformedCheck('path-id', 'vehicleId in a path', rules.malformedIds, [
    refused(wrongVehicle('accessories')),
    refused(wrongVehicle('insurance-types')),
  ]),
  defineCheck(
    'errors-not-available',
    rules.notAvailable,
    'a quote of a vehicle that is not available is a 404 with its reason',
    async (deployment) => {
      const selection = await findUnavailableSelection(deployment);
      if (!selection) throw new NotChecked('no vehicle was found that is free on one trip and not on another');
      const exchange = await deployment.api('/quotes', quoteParameters(selection));
      if (exchange.response?.status === 200 && (await isFreeNow(deployment, selection))) {
        throw new NotChecked('the vehicle has become free meanwhile');
      }
      return [...refusalFindings(exchange, 404), ...reasonFindings(exchange)];
    },
  ),
  defineCheck('errors-trace', rules.beside, 'no answer shows a stack trace', async (deployment) => {
    await deployment.api('/depots');
    return deployment.exchanges.flatMap(traceFindings).slice(0, 1);
  }),
  defineCheck('errors-echo', rules.beside, 'control characters of a request do not come back raw', async (deployment) =>
    echoFindings(await sendWrong(deployment, availability, { pick_up_date: badDate })),
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
function missingCheck(endpoint: string, request: RightRequest, names: readonly string[]): Check {
  const title = `${endpoint} names each required parameter that is left out`;
  return defineCheck(`errors-${endpoint}-missing`, rules.missing, title, (deployment) =>
    findingsInOrder(names, async (name) => {
      const exchange = await sendWrong(deployment, request, { [name]: undefined });
      const found = errorFindings(exchange, 400);
      if (found.length > 0) return found.map((one) => ({ ...one, expected: `without ${name}: ${one.expected}` }));
      const expected = `Missing required query parameter: ${name}`;
      const got = errorMessage(exchange);
      const isNamed = unless(got === expected, failure(exchange, `error: "${expected}"`, showValue(got)));
      return [...isNamed, ...typeFindings(exchange)];
    }),
  );
}

type Probe = (deployment: Deployment) => Promise<readonly Finding[]>;

function malformedCheck(name: string, what: string, rule: Rule, probes: readonly Probe[]): Check {
  const title = `a malformed ${what} is refused with a reason`;
  return defineCheck(`errors-${name}`, rule, title, (deployment) =>
    findingsInOrder(probes, (probe) => probe(deployment)),
  );
}

/** A request with parameters made wrong from the right ones must get a 400. */
function refused(request: RightRequest, spoil: (right: Parameters) => Parameters = () => ({})): Probe {
  return async (deployment) => {
    const { path, parameters } = await request(deployment);
    const exchange = await deployment.api(path, { ...parameters, ...spoil(parameters) });
    // Of a request that is wrong in two ways, both reasons are right.
    if (request === quotes && errorFindings(exchange, 404).length === 0) {
      const isTaken = !(await isFreeNow(deployment, await findQuoted(deployment)));
      if (isTaken) return [note(exchange, 'status 400', 'the vehicle was taken meanwhile')];
    }
    return refusalFindings(exchange, 400);
  };
}

/** Some programs read 30 February as 2 March, so only a text that is not a date proves that they check none. */
async function absentDayFindings(deployment: Deployment): Promise<readonly Finding[]> {
  const { pickUpDate } = await findQuoted(deployment);
  const day = absentDayAfter(pickUpDate);
  const exchange = await sendWrong(deployment, quotes, { drop_off_date: day });
  const status = exchange.response?.status;
  if (status !== 200 && status !== 404) return refusalFindings(exchange, 400);
  const found = await refused(quotes, () => ({ drop_off_date: badDay }))(deployment);
  if (status === 404 || found.length > 0) return found;
  return [warning(exchange, `status 400, because there is no ${day}`, describeResponse(exchange))];
}

function absentDayAfter(date: CalendarDate): string {
  const year = Number(date.slice(0, 4)) + (date.slice(5) < '02-28' ? 0 : 1);
  return `${year}-02-30`;
}

/**
 * Checks the items one after the other, because a run never sends two requests at once. An item that cannot be checked hides nothing that
 * another one shows. Throws its SkipCheck if they show nothing.
 */
async function findingsInOrder<T>(
  items: readonly T[],
  check: (item: T) => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  let skipped: SkipCheck | undefined;
  for (const item of items) {
    try {
      found.push(...(await check(item)));
    } catch (error) {
      if (!(error instanceof SkipCheck)) throw error;
      skipped ??= error;
    }
  }
  if (skipped !== undefined && found.every(({ severity }) => severity === 'note')) throw skipped;
  const isFirst = ({ expected }: Finding, index: number): boolean =>
    found.findIndex((other) => other.expected === expected) === index;
  return found.filter((finding, index) => finding.severity === 'fail' || isFirst(finding, index));
}

async function sendWrong(deployment: Deployment, request: RightRequest, wrong: Parameters): Promise<Exchange> {
  const { path, parameters } = await request(deployment);
  return deployment.api(path, { ...parameters, ...wrong });
}

function refusalFindings(exchange: Exchange, status: number): Finding[] {
  const found = errorFindings(exchange, status);
  return found.length > 0 ? found : typeFindings(exchange);
}

function reasonFindings(exchange: Exchange): Finding[] {
  const message = errorMessage(exchange);
  if (exchange.response?.status !== 404 || message === undefined || /availab/i.test(message)) return [];
  const expected = 'error: says that the vehicle is not available';
  if (saysNothing.test(message)) return [failure(exchange, expected, showValue(message))];
  // It may say so in another language.
  return [note(exchange, expected, showValue(message))];
}

/** A line of a stack trace, also in a JSON string, where a line break is `\n`. */
function traceFindings(exchange: Exchange): Finding[] {
  const { response } = exchange;
  if (response === undefined || response.status < 400) return [];
  const found = trace.exec(textOf(exchange).slice(0, 100_000).replaceAll('\\n', '\n'));
  return found === null ? [] : [warning(exchange, 'no stack trace', showValue(found[0].trim()))];
}

function echoFindings(exchange: Exchange): Finding[] {
  const text = textOf(exchange);
  const raw = ['\u001b', '\u0007', '\u009b'].filter((character) => text.includes(character));
  if (raw.length === 0) return [];
  return [warning(exchange, 'control characters escaped or left out', `raw ${raw.map(showValue).join(', ')}`)];
}
