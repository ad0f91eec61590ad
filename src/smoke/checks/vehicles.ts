/** Available vehicles, and the extras of a vehicle: accessories and insurance plans have the same rules. */
import type { Exchange } from '../exchange.ts';
import { extrasSchema, vehiclesSchema } from '../../api/schemas.ts';
import { defineCheck, type Check } from '../check.ts';
import type { Deployment } from '../deployment.ts';
import { showValue } from '../display.ts';
import { rules } from '../interface-document.ts';
import { askOtherTrips, requestExtras, requestSecondExtras, requestUndatedExtras, type ExtraKind } from '../facts.ts';
import { answerOrRefusalFindings, fieldFindings, fieldOfEach } from '../field-rules.ts';
import {
  failure,
  mergeFindings,
  note,
  ObstacleError,
  SkipCheck,
  unlessSkipped,
  warning,
  type Finding,
} from '../finding.ts';
import { describeResponse, errorMessage, idsOf, listOf } from '../responses.ts';
import { searchTrip } from '../trip-search.ts';
import { entryCheck, listChecks, type List } from './lists.ts';
import { urlOf } from '../../text.ts';

/** Checks of second importance leave these to the others. */
const keptRequests = 20;

/** Reasons that are about no trip: a parameter besides the documented ones, another format, credentials, the service itself. */
const unavoidable =
  /parameter: (?!(?:pick_up|drop_off)_(?:depot_id|date)\b)|\bformat\b|dd[/.-]mm|mm[/.-]dd|api.?key|\btoken\b|unauthori[sz]ed|credentials|\binternal\b|exception|unexpected|server error|\bdate-?time\b|timestamp/i;
/** Of what is required, these words are about a trip. */
const aboutTrip =
  /night|day|date|stay|season|period|duration|trip|rental|booking|advance|notice|ahead|depot|location|branch|hour|week|month|minimum|maximum/i;

const vehicles: List = {
  group: 'availability',
  entry: 'vehicle',
  noun: 'vehicles',
  schema: vehiclesSchema,
  idKey: 'vehicleId',
  priceKey: 'rentalDailyRate',
  request: async (deployment) => (await searchTrip(deployment)).best.exchange,
  more: async (deployment) => ((await unlessSkipped(askOtherTrips(deployment))) ?? []).map(({ exchange }) => exchange),
  judge: judgeAvailability,
};

export const vehicleChecks: readonly Check[] = [
  ...listChecks(vehicles),
  entryCheck(vehicles, 'images', rules.vehicleImages, 'imageUrl is a URI', (exchange, list) => {
    const addresses = fieldOfEach(list, 'imageUrl').filter(({ value }) => typeof value === 'string');
    return fieldFindings(exchange, addresses, 'a URI with its scheme', (value) => isUri(String(value)));
  }),
  defineCheck(
    'availability-others',
    rules.availability,
    'other trips have an array of vehicles, or a 400 with its reason',
    async (deployment) => {
      const others = await askOtherTrips(deployment);
      return mergeFindings(others.map(({ exchange }) => answerOrRefusalFindings(exchange)));
    },
  ),
  ...extraChecks('accessories', {
    group: 'accessories',
    entry: 'accessory',
    noun: 'accessories',
    schema: extrasSchema,
  }),
  ...extraChecks('insurance-types', {
    group: 'insurance',
    entry: 'insurance',
    noun: 'insurance plans',
    schema: extrasSchema,
  }),
];

/** A list, or a 400 with its reason: which trips a service accepts is not documented. Throws ObstacleError if none has a vehicle. */
async function judgeAvailability(deployment: Deployment): Promise<readonly Finding[]> {
  const { best, tried } = await searchTrip(deployment);
  const found = mergeFindings(tried.map(({ exchange }) => answerOrRefusalFindings(exchange)));
  if (found.some(({ severity }) => severity === 'fail') || idsOf(best.vehicles, 'vehicleId').length > 0) return found;
  if (best.vehicles === undefined) {
    const reasons = [...new Set(tried.map(({ exchange }) => describeResponse(exchange)))].slice(0, 3).join('; ');
    const problem = `none of ${tried.length} trips was accepted: ${reasons}`;
    const isBroken = tried.length > 1 && tried.every(({ exchange }) => isUnavoidable(errorMessage(exchange) ?? ''));
    if (isBroken) return [failure(best.exchange, 'status 200 for some trip', problem)];
    throw new ObstacleError('refused', problem);
  }
  if (best.vehicles.length > 0) return found;
  const text = `no vehicle is available for any of ${tried.length} trips, so little could be checked`;
  throw new ObstacleError('nothing_available', text);
}

/** True only for words that are understood: a reason in another language, or "No", can be about a trip. */
function isUnavoidable(reason: string): boolean {
  return unavoidable.test(reason) || (/\b(?:required|missing)\b/i.test(reason) && !aboutTrip.test(reason));
}

/** RFC 3986: a scheme, and only the characters of a URI. */
function isUri(text: string): boolean {
  return /^[a-z][a-z\d+.-]*:(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[\da-f]{2})+$/i.test(text) && urlOf(text) !== undefined;
}

function extraChecks(kind: ExtraKind, list: Pick<List, 'group' | 'entry' | 'noun' | 'schema'>): Check[] {
  const { group, noun } = list;
  const undatedTitle = `without dates the ${noun} come too, or a 400 with its reason`;
  return [
    ...listChecks({
      ...list,
      idKey: 'id',
      priceKey: 'price',
      request: (deployment) => requestExtras(deployment, kind),
      more: (deployment) => otherExtras(deployment, kind),
      judgeEmpty: (exchange) => [note(exchange, `some ${noun}`, 'an empty array')],
    }),
    // The document does not say whether dates are required, so a 200 and a 400 are both right, each in its form.
    defineCheck(`${group}-undated`, rules[group], undatedTitle, async (deployment) => {
      const exchange = await requestUndatedExtras(deployment, kind);
      const found = answerOrRefusalFindings(exchange);
      const dated = (await requestExtras(deployment, kind)).response?.status;
      // The check of the answer with dates reports what is wrong with both.
      if (found.length > 0 && dated !== 200 && dated === exchange.response?.status) {
        throw new SkipCheck(`no ${noun} with dates either`, `${group}-answer`);
      }
      const message = errorMessage(exchange);
      if (found.length > 0 || message === undefined) return found;
      const isNamed = /^Missing required query parameters?: .*\b(?:pick_up|drop_off)_date\b/.test(message);
      // Only the dates are missing, but another vehicle can have another reason.
      return isNamed || dated !== 200
        ? [note(exchange, 'dates or none', describeResponse(exchange))]
        : [warning(exchange, 'error: "Missing required query parameter: pick_up_date"', showValue(message))];
    }),
  ];
}

/** Those of a second vehicle. */
async function otherExtras(deployment: Deployment, kind: ExtraKind): Promise<readonly Exchange[]> {
  const undated = await requestUndatedExtras(deployment, kind);
  if (listOf(undated) !== undefined) return [undated];
  const second = deployment.spare() < keptRequests ? undefined : await requestSecondExtras(deployment, kind);
  return second === undefined ? [] : [second];
}
