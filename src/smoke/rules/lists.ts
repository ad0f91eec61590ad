/** The rules of every list of the interface and of its entries. */
import { urlOf } from '../../base/addresses.ts';
import * as shapes from '../../api/served-shapes.ts';
import type { Shape } from '../../shape.ts';
import {
  obstacle,
  ifThere,
  isThere,
  listOf,
  notAsked,
  skip,
  type ServiceAnswer,
  type MaybeAnswer,
} from '../answers.ts';
import { ofVehicle, type SmokeAnswers, type Judge } from '../converse.ts';
import {
  arrayFindings,
  judgeDecimals,
  judgeValues,
  listOrRefusalFindings,
  shapeFindings,
  joinJudgements,
  type Judgement,
} from '../findings.ts';
import { groupOfExtras, type ExtrasEndpoint } from '../extras.ts';
import type { RuleId } from './definitions.ts';

export interface CheckedList {
  /** The ids of its rules begin with it. */
  readonly group: 'depots' | 'availability' | 'accessories' | 'insurance';
  readonly shape: Shape;
  /** The reason to skip a rule of entries if every list is empty. */
  readonly emptyReason: string;
  readonly answersIn: (answers: SmokeAnswers) => readonly MaybeAnswer[];
}

export const checkedLists = {
  depots: {
    group: 'depots',
    shape: shapes.servedDepots,
    emptyReason: 'no depot is listed',
    answersIn: ({ depots }) => [depots],
  },
  vehicles: {
    group: 'availability',
    shape: shapes.servedVehicles,
    emptyReason: 'no vehicle is listed',
    answersIn: ({ tried, vehicleAnswers }) => [
      ...tried.map(({ answer }) => answer),
      ifThere(vehicleAnswers, ({ other }) => other),
    ],
  },
  accessories: extrasOf('accessories', 'none of the vehicles that were tried has an accessory'),
  plans: extrasOf('insurance-types', 'none of the vehicles that were tried has an insurance plan'),
} as const satisfies Record<string, CheckedList>;

function extrasOf(kind: ExtrasEndpoint, emptyReason: string): CheckedList {
  return {
    group: groupOfExtras[kind],
    shape: shapes.servedExtras,
    emptyReason,
    answersIn: ({ vehicleAnswers }) =>
      isThere(vehicleAnswers)
        ? [...vehicleAnswers.dated.map(({ extras }) => extras[kind]), vehicleAnswers.undated[kind]]
        : [vehicleAnswers],
  };
}

export function depotsAnswer({ depots }: SmokeAnswers): Judgement {
  const none = obstacle('the service lists no depot, so little could be checked');
  return ifThere(depots, (answer) => (listOf(answer)?.length === 0 ? none : arrayFindings(answer)));
}

/** A list and a 400 with its reason are right for each trip. */
export function vehiclesAnswer({ tried, vehicleAnswers }: SmokeAnswers): Judgement {
  const other = ifThere(vehicleAnswers, (vehicle) => vehicle.other);
  const answers = [...tried.map((trip) => trip.answer), other];
  const found = joinJudgements(answers.map((answer) => ifThere(answer, listOrRefusalFindings)));
  if (isThere(found) && found.length > 0) return found;
  // If no vehicle is free, the rule does not pass: the reason is the verdict.
  return ifThere(vehicleAnswers, () => found);
}

/** The document does not require dates: without them, a list and a 400 are both right. */
export function extrasAnswer(kind: ExtrasEndpoint): Judge {
  return ofVehicle(({ dated, undated: { [kind]: undated } }) => {
    const found = joinJudgements(dated.map(({ extras }) => ifThere(extras[kind], arrayFindings)));
    return ifThere(found, () => joinJudgements([found, ifThere(undated, listOrRefusalFindings)]));
  });
}

/** Makes a rule of the entries of a list, which is skipped if there is no entry. */
function ofEntries(judge: (list: CheckedList, answer: ServiceAnswer) => Judgement) {
  return (list: CheckedList): Judge =>
    (answers) => {
      const judged = list.answersIn(answers);
      const withList = judged.filter(isThere).filter((answer) => listOf(answer) !== undefined);
      if (withList.length === 0)
        return ifThere(judged[0] ?? notAsked, () => skip('no list to check', answerRule(list)));
      const withEntries = withList.filter((answer) => listOf(answer)?.length !== 0);
      if (withEntries.length === 0) return skip(list.emptyReason, answerRule(list));
      const found = joinJudgements(withEntries.map((answer) => judge(list, answer)));
      return isThere(found) ? found : skip(found.reason, `${list.group}-fields`);
    };
}

const answerRule = ({ group }: CheckedList): RuleId => `${group}-answer`;

export const entryFields = ofEntries(({ shape }, answer) => shapeFindings(answer, shape));
export const entryAmounts = ofEntries(({ shape }, answer) => judgeDecimals(answer, shape));

export const entryIds = ofEntries(({ shape }, answer) => {
  const seen = new Set<unknown>();
  return judgeValues(answer, shape, {
    fields: { type: 'id' },
    min: 2,
    expected: 'an id that no other entry has',
    none: 'no list has two ids to compare',
    // JavaScript can read larger ids that differ as the same number.
    isJudged: Number.isSafeInteger,
    isRight: (value) => {
      const isNew = !seen.has(value);
      seen.add(value);
      return isNew;
    },
  });
});

const isText = (value: unknown): boolean => typeof value === 'string';

export const entryTimes = ofEntries(({ shape }, answer) =>
  judgeValues(answer, shape, {
    fields: { name: 'time' },
    expected: 'HH:MM',
    none: 'no time is listed',
    isJudged: isText,
    isRight: (text) => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(String(text)),
  }),
);

/** RFC 3986: a scheme, and only the characters of a URI. */
const uri = /^[a-z][a-z\d+.-]*:(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[\da-f]{2})+$/i;

export const entryImages = ofEntries(({ shape }, answer) =>
  judgeValues(answer, shape, {
    fields: { type: 'link' },
    expected: 'a URI with its scheme',
    none: 'no imageUrl is listed',
    isJudged: isText,
    isRight: (text) => uri.test(String(text)) && urlOf(String(text)) !== undefined,
  }),
);
