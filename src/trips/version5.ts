/** Files of version 5, in which ids and whole names are texts; `\,` is a comma in a name. */
import { UsageError } from '../base/errors.ts';
import { unescapeCommas } from '../base/commas.ts';
import { groupBy } from '../base/group-by.ts';
import { shortName } from '../base/words.ts';
import {
  parseQuoteMode,
  defaultBestCount,
  type ExtraRef,
  type NameRef,
  type QuoteMode,
} from '../planner/question.ts';
import { comparisonShape } from '../documents/compare.ts';
import { quoteShape } from '../documents/planning.ts';
import { searchGroups, type SearchGroup } from '../planner/groupings.ts';
import { idOf, isId } from '../planner/names.ts';
import { choice, count, id, list, object, optional, text, union, type ValueOf } from '../shape.ts';
import { history, operatorFields, quoteFields, type ComparedOperator } from './saved-trip.ts';

const format = choice(5);
const names = list(
  object({ kind: choice('depot', 'vehicle', 'accessory', 'insurance plan'), id, name: text }),
);
const operators = list(object({ ...operatorFields, names }));
const texts = list(text);

const oldQuestion = object({
  pickUp: texts,
  dropOff: optional(texts),
  vehicle: optional(texts),
  accessory: optional(texts),
  insurance: optional(texts),
  quote: optional(text),
  by: optional(list(choice(...searchGroups))),
  limit: optional(count),
});

const quoteFile = object({
  format,
  kind: choice('quote'),
  operators,
  selection: quoteFields.selection,
  asked: quoteFields.requested,
  document: quoteShape.value,
  ...history,
});
const comparisonFile = object({
  format,
  kind: choice('compare'),
  operators,
  sweep: oldQuestion,
  document: comparisonShape.value,
  ...history,
});
export const version5File = union(quoteFile, comparisonFile);

type OldQuestion = ValueOf<typeof oldQuestion>;
type OldOperator = ValueOf<typeof operators>[number];

/** Converts to the current form. */
export function fromVersion5(trip: ValueOf<typeof version5File>) {
  if (trip.kind === 'quote') {
    const { asked, operators, format: _, ...rest } = trip;
    const vehicleName = operators[0] && namesOf(operators[0])('vehicle', rest.selection.vehicleId);
    return { ...rest, operators: operators.map(withoutNames), requested: asked, vehicleName };
  }
  const { sweep: question, operators, document, format: _, ...rest } = trip;
  checkTexts(question, operators);
  return {
    ...rest,
    document,
    operators: operators.map((operator) =>
      toComparedOperator(operator, question, operators.length > 1),
    ),
    dates: document.dates.map(({ pick_up_date: pickUpDate, drop_off_date: dropOffDate }) => ({
      pickUpDate,
      dropOffDate,
    })),
    groups: groupsOf(question),
    quoteMode: quoteModeOf(question),
  };
}

/** Each text is compared with the name of each operator. */
const maxComparisons = 10_000_000;

/** Throws if a text names none of the operators. */
function checkTexts(question: OldQuestion, operators: readonly OldOperator[]): void {
  const { pickUp, dropOff = [], vehicle = [], accessory = [], insurance = [] } = question;
  const all = [pickUp, dropOff, vehicle, accessory, insurance].flat();
  if (all.length * operators.length > maxComparisons)
    throw new UsageError('it asks for more than a comparison can');
  const other = all.find((item) => operators.every(({ name }) => !item.startsWith(`${name}:`)));
  if (operators.length > 1 && other !== undefined)
    throw new UsageError(`"${shortName(other)}" names none of its operators`);
}

function depotId(item: string): number {
  if (isId(item)) return idOf(item);
  throw new UsageError(`"${shortName(item)}" is not the id of a depot`);
}

function withoutNames({ names: _, ...operator }: OldOperator) {
  return operator;
}

/** `isPrefixed`: texts begin with the name of their operator, such as `lucky:12`. */
function toComparedOperator(
  operator: OldOperator,
  question: OldQuestion,
  isPrefixed: boolean,
): ComparedOperator {
  const prefix = isPrefixed ? `${operator.name}:` : '';
  const textsOf = (all: readonly string[] = []): string[] =>
    all.filter((item) => item.startsWith(prefix)).map((item) => item.slice(prefix.length));
  const vehicles = textsOf(question.vehicle);
  const nameOf = namesOf(operator);
  const extras = (kind: ExtraRef['kind'], all: readonly string[]): ExtraRef[] =>
    [...groupBy(all, (item) => item)].map(([item, { length: quantity }]) => {
      const ref = refOf(item, (id) =>
        nameOf(kind === 'accessory' ? 'accessory' : 'insurance plan', id),
      );
      return { kind, quantity, ...ref };
    });
  return {
    ...withoutNames(operator),
    pickUpIds: textsOf(question.pickUp).map(depotId),
    dropOffs: textsOf(question.dropOff ?? [`${prefix}same`]).map((item) =>
      item === 'same' ? item : depotId(item),
    ),
    vehicles:
      question.vehicle === undefined || vehicles.includes('all')
        ? 'all'
        : vehicles.map((item) => refOf(unescapeCommas(item), (id) => nameOf('vehicle', id))),
    extras: [
      ...extras('accessory', textsOf(question.accessory).map(unescapeCommas)),
      ...extras('insurance', textsOf(question.insurance)),
    ],
  };
}

function refOf(item: string, nameOf: (id: number) => string | undefined): NameRef {
  return isId(item) ? { id: idOf(item), name: nameOf(idOf(item)) } : { name: item };
}

/** Returns a function that gives the name of an id when the trip was saved. */
function namesOf({ names }: OldOperator) {
  const byId = new Map(names.map(({ kind, id, name }) => [`${kind} ${id}`, name]));
  return (kind: OldOperator['names'][number]['kind'], id: number): string | undefined =>
    byId.get(`${kind} ${id}`);
}

/** In version 5, `--limit` set a number of up to six digits. Throws UsageError. */
function quoteModeOf({ quote = 'best', limit = defaultBestCount }: OldQuestion): QuoteMode {
  const [, max] = /^best:([1-9]\d{0,5})$/.exec(quote) ?? [];
  return max === undefined ? parseQuoteMode(quote, limit) : { how: 'best', max: Number(max) };
}

/** Version 5 added `calendar` for a page, which no longer needs a search of its own. */
function groupsOf({ by = ['all'] }: OldQuestion): readonly SearchGroup[] {
  return by.includes('all') ? by.filter((group) => group !== 'calendar') : by;
}
