/** The rules of every list of the interface: the answer, and the fields of its entries, their ids and their amounts. */
import type * as z from 'zod/mini';
import { urlOf } from '../../addresses.ts';
import * as shapes from '../../api/answers.ts';
import { depotsSchema, extrasSchema, vehiclesSchema } from '../../api/schemas.ts';
import type { Shape } from '../../shape.ts';
import { blocked, given, isThere, listOf, skip, type Answer, type Asked } from '../asked.ts';
import type { Answers } from '../converse.ts';
import { showValue } from '../display.ts';
import { amountFindings, arrayFindings, describe, fieldFindings, fieldsIn, judgeEach, messageOf } from '../findings.ts';
import { listOrRefusalFindings, note, schemaFindings, together, warning } from '../findings.ts';
import type { Finding, Verdict } from '../findings.ts';
import { groups, type ExtraKind } from '../requests.ts';
import type { Judge } from '../rule.ts';

export interface List {
  /** As its rules begin. */
  readonly group: string;
  readonly shape: Shape;
  readonly schema: z.ZodMiniType;
  /** The first decides; the entries of the others are judged too if they are lists. */
  readonly asked: (answers: Answers) => readonly [Asked, ...Asked[]];
  /** What an empty list means, if that is more than that there is nothing to judge. */
  readonly judgeEmpty?: (answer: Answer) => Verdict;
}

export const lists = {
  depots: {
    ...{ group: 'depots', shape: shapes.depots, schema: depotsSchema },
    asked: ({ depots }) => [depots],
    judgeEmpty: () => blocked('nothing_available', 'the service lists no depot, so little could be checked'),
  },
  vehicles: {
    ...{ group: 'availability', shape: shapes.vehicles, schema: vehiclesSchema },
    asked: ({ search, others }) => [given(search, ({ best }) => best.asked), ...others.map(({ asked }) => asked)],
  },
  accessories: extras('accessories'),
  plans: extras('insurance-types'),
} as const satisfies Record<string, List>;

function extras(kind: ExtraKind): List {
  return {
    ...{ group: groups[kind], shape: shapes.extras, schema: extrasSchema },
    asked: ({ extras: { [kind]: asked } }) => [asked.dated, asked.undated, asked.second],
    judgeEmpty: (answer) => [note(answer, 'some entries', 'an empty array')],
  };
}

export function answer({ asked, judgeEmpty }: List): Judge {
  return (answers) =>
    given(asked(answers)[0], (one) =>
      judgeEmpty !== undefined && listOf(one)?.length === 0 ? judgeEmpty(one) : arrayFindings(one),
    );
}

/** A rule of the entries of a list, which does not apply if the answer is not a list. */
function entries(judge: (list: List, answer: Answer) => readonly Finding[]) {
  return (list: List): Judge =>
    (answers) => {
      const [first, ...others] = list.asked(answers);
      const listed = given(first, (one) => (listOf(one) ? one : skip('no list to look at', `${list.group}-answer`)));
      return judgeEach(
        listed,
        others.filter((one) => listOf(one) !== undefined),
        (one) => judge(list, one),
      );
    };
}

export const fields = entries(({ schema }, one) => schemaFindings(one, schema, one.json));
export const amounts = entries(({ shape }, one) => amountFindings(one, shape));

/** Ids that are not integers break another rule, and larger ones that differ can be read as the same number. */
export const ids = entries(({ shape }, one) => {
  const seen = new Set<unknown>();
  const isNew = (value: unknown): boolean => {
    const isKnown = seen.has(value);
    seen.add(value);
    return !isKnown || !Number.isSafeInteger(value);
  };
  return fieldFindings(one, fieldsIn(shape, one.json, 'id'), 'an id that no other entry has', isNew);
});

/** Texts of a form: values that are not texts break the rule of the fields. */
const texts = (wanted: string, expected: string, isRight: (text: string) => boolean) =>
  entries(({ shape }, one) =>
    fieldFindings(
      one,
      fieldsIn(shape, one.json, wanted),
      expected,
      (value) => typeof value !== 'string' || isRight(value),
    ),
  );
export const times = texts('time', 'HH:MM', (text) => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text));
/** RFC 3986: a scheme, and only the characters of a URI. */
export const images = texts(
  'link',
  'a URI with its scheme',
  (text) => /^[a-z][a-z\d+.-]*:(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[\da-f]{2})+$/i.test(text) && urlOf(text) !== undefined,
);

export function others({ search, others: trips }: Answers): Verdict {
  const answers = trips.map(({ asked }) => asked).filter(isThere);
  return given(search, () => together(answers.map(listOrRefusalFindings)));
}

/** The document does not say whether dates are required, so a 200 and a 400 are both right, each in its form. */
export function undated(kind: ExtraKind): Judge {
  return ({
    extras: {
      [kind]: { dated, undated: asked },
    },
  }) =>
    given(asked, (one) => {
      const found = listOrRefusalFindings(one);
      const status = isThere(dated) ? dated.status : undefined;
      // The rule of the answer with dates reports what is wrong with both.
      if (found.length > 0 && status !== 200 && status === one.status)
        return skip('no list with dates either', `${groups[kind]}-answer`);
      const message = messageOf(one);
      if (found.length > 0 || message === undefined) return found;
      const isNamed = /^Missing required query parameters?: .*\b(?:pick_up|drop_off)_date\b/.test(message);
      // Only the dates are missing, but another vehicle can have another reason.
      if (isNamed || status !== 200) return [note(one, 'dates or none', describe(one))];
      return [warning(one, 'error: "Missing required query parameter: pick_up_date"', showValue(message))];
    });
}
