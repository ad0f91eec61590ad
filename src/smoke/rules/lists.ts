/** The rules of every list of the interface: the answer, and the fields of its entries, their ids and their amounts. */
import type * as z from 'zod/mini';
import { depotsSchema, extrasSchema, vehiclesSchema } from '../../api/schemas.ts';
import { urlOf } from '../../text.ts';
import { blocked, fieldOf, given, isThere, listOf, skip, type Answer, type Asked } from '../asked.ts';
import type { Answers } from '../converse.ts';
import { showValue } from '../display.ts';
import type { AskedExtras } from '../extras.ts';
import { amountFindings, arrayFindings, fieldFindings, fieldsOf, listOrRefusalFindings } from '../findings.ts';
import {
  describe,
  merged,
  messageOf,
  note,
  schemaFindings,
  warning,
  type Field,
  type Finding,
  type Verdict,
} from '../findings.ts';
import type { Judge } from '../rule.ts';

interface List {
  /** As its rules begin. */
  readonly group: string;
  readonly schema: z.ZodMiniType;
  readonly idKey: string;
  readonly priceKey: string;
  /** The first decides; the entries of the others are judged too if they are lists. */
  readonly asked: (answers: Answers) => readonly Asked[];
  readonly judgeEmpty: (answer: Answer) => Verdict;
}

type JudgeEntries = (answer: Answer, entries: readonly unknown[]) => readonly Finding[];

const depotList: List = {
  ...{ group: 'depots', schema: depotsSchema, idKey: 'id', priceKey: '' },
  asked: ({ depots: asked }) => [asked],
  judgeEmpty: () => blocked('nothing_available', 'the service lists no depot, so little could be checked'),
};
const vehicleList: List = {
  ...{ group: 'availability', schema: vehiclesSchema, idKey: 'vehicleId', priceKey: 'rentalDailyRate' },
  asked: ({ search, others }) => [given(search, ({ best }) => best.asked), ...others.map(({ asked }) => asked)],
  judgeEmpty: () => [],
};

export const depots = { ...judgesOf(depotList), times: entries(depotList, timeFindings) };
export const vehicles = { ...judgesOf(vehicleList), images: entries(vehicleList, imageFindings), others: otherTrips };
export const accessories = extrasJudges('accessories', (answers) => answers.accessories);
export const plans = extrasJudges('insurance', (answers) => answers.plans);

function judgesOf(list: List) {
  const { schema, idKey, priceKey, judgeEmpty } = list;
  const judge: Judge = (answers) =>
    given(list.asked(answers)[0] ?? skip(''), (answer) =>
      listOf(answer)?.length === 0 ? judgeEmpty(answer) : arrayFindings(answer),
    );
  return {
    answer: judge,
    fields: entries(list, (answer, all) => schemaFindings(answer, schema, all)),
    ids: entries(list, (answer, all) => uniqueFindings(answer, fieldsOf(all, idKey))),
    amounts: entries(list, (answer, all) => amountFindings(answer, fieldsOf(all, priceKey))),
  };
}

/** A rule of the entries of a list, which does not apply if the answer is not a list. */
function entries({ group, asked }: List, judge: JudgeEntries): Judge {
  return (answers) => {
    const [first = skip(''), ...others] = asked(answers);
    return given(first, (answer) => {
      if (listOf(answer) === undefined) return skip('no list to look at', `${group}-answer`);
      return merged([answer, ...others.filter(isThere)].map((one) => judge(one, listOf(one) ?? [])));
    });
  };
}

function otherTrips({ search, others }: Answers): Verdict {
  const answers = others.map(({ asked }) => asked).filter(isThere);
  return given(search, () => merged(answers.map(listOrRefusalFindings)));
}

function extrasJudges(group: string, of: (answers: Answers) => AskedExtras) {
  const list: List = {
    ...{ group, schema: extrasSchema, idKey: 'id', priceKey: 'price' },
    asked: (answers) => {
      const { dated, undated, second } = of(answers);
      return [dated, undated, ...(second === undefined ? [] : [second])];
    },
    judgeEmpty: (answer) => [note(answer, 'some entries', 'an empty array')],
  };
  return { ...judgesOf(list), undated: (answers: Answers) => undatedVerdict(of(answers)) };
}

/** The document does not say whether dates are required, so a 200 and a 400 are both right, each in its form. */
function undatedVerdict({ dated, undated, group }: AskedExtras): Verdict {
  return given(undated, (answer) => {
    const found = listOrRefusalFindings(answer);
    const status = isThere(dated) ? dated.status : undefined;
    // The rule of the answer with dates reports what is wrong with both.
    if (found.length > 0 && status !== 200 && status === answer.status)
      return skip('no list with dates either', `${group}-answer`);
    const message = messageOf(answer);
    if (found.length > 0 || message === undefined) return found;
    const isNamed = /^Missing required query parameters?: .*\b(?:pick_up|drop_off)_date\b/.test(message);
    // Only the dates are missing, but another vehicle can have another reason.
    if (isNamed || status !== 200) return [note(answer, 'dates or none', describe(answer))];
    return [warning(answer, 'error: "Missing required query parameter: pick_up_date"', showValue(message))];
  });
}

/** Each time of both lists of each depot, if it is a string. */
function timeFindings(answer: Answer, list: readonly unknown[]): Finding[] {
  const times = list.flatMap((depot, index) =>
    ['pickup_times', 'drop_off_times'].flatMap((name) => {
      const all = fieldOf(depot, name);
      const fields = fieldsOf(Array.isArray(all) ? all : [], 'time').filter(({ value }) => typeof value === 'string');
      return fields.map(({ path, value }): Field => ({ path: `[${index}].${name}${path}`, value }));
    }),
  );
  return fieldFindings(answer, times, 'HH:MM', (value) => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(String(value)));
}

/** Repeated ids. Ids that are not integers break another rule, and larger ones that differ can be read as the same number. */
function uniqueFindings(answer: Answer, fields: readonly Field[]): Finding[] {
  const seen = new Set<unknown>();
  const isNew = (value: unknown): boolean => {
    const isKnown = seen.has(value);
    seen.add(value);
    return !isKnown || !Number.isSafeInteger(value);
  };
  return fieldFindings(answer, fields, 'an id that no other entry has', isNew);
}

function imageFindings(answer: Answer, list: readonly unknown[]): Finding[] {
  const addresses = fieldsOf(list, 'imageUrl').filter(({ value }) => typeof value === 'string');
  return fieldFindings(answer, addresses, 'a URI with its scheme', (value) => isUri(String(value)));
}

/** RFC 3986: a scheme, and only the characters of a URI. */
function isUri(text: string): boolean {
  return /^[a-z][a-z\d+.-]*:(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[\da-f]{2})+$/i.test(text) && urlOf(text) !== undefined;
}
