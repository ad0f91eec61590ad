/** The rules of every list of the interface: the answer, and the fields of its entries, their ids and their amounts. */
import { urlOf } from '../../addresses.ts';
import * as shapes from '../../api/answers.ts';
import type { Shape } from '../../shape.ts';
import { blocked, given, isThere, listOf, skip, type Answer, type Asked } from '../asked.ts';
import { ofVehicle, type Answers, type Judge } from '../converse.ts';
import { amountFindings, arrayFindings, fieldFindings, listOrRefusalFindings } from '../findings.ts';
import { shapeFindings, together, type Finding, type Verdict } from '../findings.ts';
import { groups, type ExtraKind } from '../trips.ts';

export interface List {
  /** As its rules begin. */
  readonly group: string;
  readonly shape: Shape;
  /** Those that are not lists are not judged by the rules of entries. */
  readonly asked: (answers: Answers) => readonly Asked[];
}

export const lists = {
  depots: { group: 'depots', shape: shapes.depots, asked: ({ depots }) => [depots] },
  vehicles: {
    ...{ group: 'availability', shape: shapes.vehicles },
    asked: ({ tried, about }) => [given(about, ({ other }) => other), ...tried.map(({ asked }) => asked)],
  },
  accessories: extrasOf('accessories'),
  plans: extrasOf('insurance-types'),
} as const satisfies Record<string, List>;

function extrasOf(kind: ExtraKind): List {
  return {
    ...{ group: groups[kind], shape: shapes.extras },
    asked: ({ about }) => [
      given(about, ({ extras }) => extras[kind]),
      given(about, ({ undated: without }) => without[kind]),
    ],
  };
}

export function depotsAnswer({ depots }: Answers): Verdict {
  const none = blocked('the service lists no depot, so little could be checked');
  return given(depots, (one) => (listOf(one)?.length === 0 ? none : arrayFindings(one)));
}

/**
 * The trips have a list, or a 400 with its reason: those that were tried until one had a vehicle, and another one. If none has a vehicle,
 * little can be checked.
 */
export function vehiclesAnswer({ tried, about }: Answers): Verdict {
  const other = given(about, (one) => one.other);
  const found = together([...tried.map(({ asked }) => asked), other].map((one) => given(one, listOrRefusalFindings)));
  return isThere(found) && found.length > 0 ? found : given(about, () => found);
}

/** The document does not say whether dates are required: without them, a list and a 400 are both right, each in its form. */
export function extrasAnswer(kind: ExtraKind): Judge {
  return ofVehicle(({ extras: { [kind]: dated }, undated: { [kind]: undated } }) =>
    given(dated, (one) => together([arrayFindings(one), given(undated, listOrRefusalFindings)])),
  );
}

/** A rule of the entries of a list, which does not apply if no answer is a list. */
function entries(judge: (list: List, answer: Answer) => readonly Finding[]) {
  return (list: List): Judge =>
    (answers) => {
      const none = skip('no list to look at', `${list.group}-answer`);
      const judgeOne = (one: Answer): Verdict => (listOf(one) === undefined ? none : judge(list, one));
      return together(list.asked(answers).map((asked) => given(asked, judgeOne)));
    };
}

export const fields = entries(({ shape }, one) => shapeFindings(one, shape));
export const amounts = entries(({ shape }, one) => amountFindings(one, shape));

/** Ids that are not integers break another rule, and larger ones that differ can be read as the same number. */
export const ids = entries(({ shape }, one) => {
  const seen = new Set<unknown>();
  const isNew = (value: unknown): boolean => !Number.isSafeInteger(value) || seen.size < seen.add(value).size;
  return fieldFindings(one, shape, 'id', 'an id that no other entry has', isNew);
});

/** Texts of a form: values that are not texts break the rule of the fields. */
const texts = (wanted: string, expected: string, isRight: (text: string) => boolean) =>
  entries(({ shape }, one) =>
    fieldFindings(one, shape, wanted, expected, (value) => typeof value !== 'string' || isRight(value)),
  );
export const times = texts('time', 'HH:MM', (text) => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text));
/** RFC 3986: a scheme, and only the characters of a URI. */
export const images = texts(
  'link',
  'a URI with its scheme',
  (text) => /^[a-z][a-z\d+.-]*:(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[\da-f]{2})+$/i.test(text) && urlOf(text) !== undefined,
);
