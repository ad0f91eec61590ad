/**
 * The rules of every list of the interface: the answer, and the fields of its entries, their ids
 * and their amounts.
 */
import { urlOf } from '../../base/addresses.ts';
import * as shapes from '../../api/answers.ts';
import type { Shape } from '../../shape.ts';
import {
  blocked,
  given,
  isThere,
  listOf,
  notAsked,
  skip,
  type ServiceAnswer,
  type MaybeAnswer,
} from '../asked.ts';
import { ofVehicle, type SmokeAnswers, type Judge } from '../converse.ts';
import { arrayFindings, judgeAmounts, judgeValues, listOrRefusalFindings } from '../findings.ts';
import { shapeFindings, together, type Verdict } from '../findings.ts';
import { groups, type ExtraKind } from '../trips.ts';

export interface CheckedList {
  /** As its rules begin. */
  readonly group: string;
  readonly shape: Shape;
  /** Why no entry can be judged if every list is empty. */
  readonly none: string;
  /** Those that are not lists are not judged by the rules of entries. */
  readonly asked: (answers: SmokeAnswers) => readonly MaybeAnswer[];
}

export const lists = {
  depots: {
    group: 'depots',
    shape: shapes.depots,
    none: 'no depot is listed',
    asked: ({ depots }) => [depots],
  },
  vehicles: {
    ...{ group: 'availability', shape: shapes.vehicles, none: 'no vehicle is listed' },
    asked: ({ tried, about }) => [
      ...tried.map(({ asked }) => asked),
      given(about, ({ other }) => other),
    ],
  },
  accessories: extrasOf('accessories', 'none of the vehicles that were tried has an accessory'),
  plans: extrasOf('insurance-types', 'none of the vehicles that were tried has an insurance plan'),
} as const satisfies Record<string, CheckedList>;

function extrasOf(kind: ExtraKind, none: string): CheckedList {
  return {
    ...{ group: groups[kind], shape: shapes.extras, none },
    asked: ({ about }) =>
      isThere(about)
        ? [...about.offers.map(({ extras }) => extras[kind]), about.undated[kind]]
        : [about],
  };
}

export function depotsAnswer({ depots }: SmokeAnswers): Verdict {
  const none = blocked('the service lists no depot, so little could be checked');
  return given(depots, (one) => (listOf(one)?.length === 0 ? none : arrayFindings(one)));
}

/**
 * The trips have a list, or a 400 with its reason: those that were tried until one had a vehicle,
 * and another one. If none has a vehicle, little can be checked.
 */
export function vehiclesAnswer({ tried, about }: SmokeAnswers): Verdict {
  const other = given(about, (one) => one.other);
  const found = together(
    [...tried.map(({ asked }) => asked), other].map((one) => given(one, listOrRefusalFindings)),
  );
  return isThere(found) && found.length > 0 ? found : given(about, () => found);
}

/**
 * The document does not say whether dates are required: without them, a list and a 400 are both
 * right, each in its form.
 */
export function extrasAnswer(kind: ExtraKind): Judge {
  return ofVehicle(({ offers, undated: { [kind]: undated } }) => {
    const dated = together(offers.map(({ extras }) => given(extras[kind], arrayFindings)));
    return given(dated, () => together([dated, given(undated, listOrRefusalFindings)]));
  });
}

/**
 * A rule of the entries of a list, which does not apply if no answer is a list, or none has an
 * entry that shows something.
 */
function entries(judge: (list: CheckedList, answer: ServiceAnswer) => Verdict) {
  return (list: CheckedList): Judge =>
    (answers) => {
      const asked = list.asked(answers);
      const withList = asked.filter(isThere).filter((one) => listOf(one) !== undefined);
      if (withList.length === 0)
        return given(asked[0] ?? notAsked, () => skip('no list to check', answerRule(list)));
      const withEntries = withList.filter((one) => listOf(one)?.length !== 0);
      if (withEntries.length === 0) return skip(list.none, answerRule(list));
      const found = together(withEntries.map((one) => judge(list, one)));
      return isThere(found) ? found : { ...found, because: `${list.group}-fields` };
    };
}

const answerRule = ({ group }: CheckedList): string => `${group}-answer`;

export const entryFields = entries(({ shape }, one) => shapeFindings(one, shape));
export const entryAmounts = entries(({ shape }, one) => judgeAmounts(one, shape));

/** Larger ids that differ can be read as the same number. One entry cannot share its id. */
export const ids = entries(({ shape }, one) => {
  const seen = new Set<unknown>();
  return judgeValues(one, shape, {
    ...{
      field: 'id',
      min: 2,
      expected: 'an id that no other entry has',
      none: 'no list has two ids to compare',
    },
    isJudged: Number.isSafeInteger,
    isRight: (value) => seen.size < seen.add(value).size,
  });
});

const isText = (value: unknown): boolean => typeof value === 'string';

export const times = entries(({ shape }, one) =>
  judgeValues(one, shape, {
    ...{ field: 'time', expected: 'HH:MM', none: 'no time is listed', isJudged: isText },
    isRight: (text) => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(String(text)),
  }),
);

/** RFC 3986: a scheme, and only the characters of a URI. */
const uri = /^[a-z][a-z\d+.-]*:(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[\da-f]{2})+$/i;

export const images = entries(({ shape }, one) =>
  judgeValues(one, shape, {
    ...{
      field: 'link',
      expected: 'a URI with its scheme',
      none: 'no imageUrl is listed',
      isJudged: isText,
    },
    isRight: (text) => uri.test(String(text)) && urlOf(String(text)) !== undefined,
  }),
);
