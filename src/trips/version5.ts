/** Files of version 5, whose comparisons were saved as texts: ids and whole names, with a backslash before a comma in a name. */
import { unescapeCommas } from '../base/commas.ts';
import { groupBy } from '../base/group-by.ts';
import { compare } from '../documents/compare.ts';
import { quote } from '../documents/planning.ts';
import { searchGroups } from '../planner/groupings.ts';
import { idOf, isId } from '../planner/names.ts';
import { defaultBest, type ExtraRef, type NameRef, type QuoteMode } from '../planner/question.ts';
import { choice, count, id, list, object, optional, text, union, type ValueOf } from '../shape.ts';
import { history, operatorFields, quoteFields, type ComparedOperator } from './saved-trip.ts';

const format = choice(5);
const names = list(object({ kind: choice('depot', 'vehicle', 'accessory', 'insurance plan'), id, name: text }));
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
  document: quote.value,
  ...history,
});
const comparisonFile = object({
  format,
  kind: choice('compare'),
  operators,
  sweep: oldQuestion,
  document: compare.value,
  ...history,
});
export const version5File = union(quoteFile, comparisonFile);

type OldQuestion = ValueOf<typeof oldQuestion>;
type OldOperator = ValueOf<typeof operators>[number];

/** In the present form. */
export function fromVersion5(trip: ValueOf<typeof version5File>) {
  if (trip.kind === 'quote') {
    const { asked, operators, format: _, ...rest } = trip;
    const vehicleName = operators[0] && nameIn(operators[0], 'vehicle', rest.selection.vehicleId);
    return { ...rest, operators: operators.map(withoutNames), requested: asked, vehicleName };
  }
  const { sweep: question, operators, document, format: _, ...rest } = trip;
  return {
    ...rest,
    document,
    operators: operators.map((operator) => comparedOperator(operator, question, operators.length > 1)),
    dates: document.dates.map(({ pick_up_date: pickUpDate, drop_off_date: dropOffDate }) => ({
      pickUpDate,
      dropOffDate,
    })),
    groups: question.by ?? (['all'] as const),
    quoteMode: quoteModeOf(question),
  };
}

function withoutNames({ names: _, ...operator }: OldOperator) {
  return operator;
}

/** `isPrefixed`: the texts of several operators begin with their names: `lucky:12`. */
function comparedOperator(operator: OldOperator, question: OldQuestion, isPrefixed: boolean): ComparedOperator {
  const prefix = isPrefixed ? `${operator.name}:` : '';
  const textsOf = (all: readonly string[] = []): string[] =>
    all.filter((item) => item.startsWith(prefix)).map((item) => item.slice(prefix.length));
  const vehicles = textsOf(question.vehicle);
  const extras = (kind: ExtraRef['kind'], all: readonly string[]): ExtraRef[] =>
    [...groupBy(all, (item) => item)].map(([item, { length: quantity }]) => {
      const ref = refOf(item, (id) => nameIn(operator, kind === 'accessory' ? 'accessory' : 'insurance plan', id));
      return { kind, quantity, ...ref };
    });
  return {
    ...withoutNames(operator),
    pickUpIds: textsOf(question.pickUp).map(idOf),
    dropOffs: textsOf(question.dropOff ?? [`${prefix}same`]).map((item) => (item === 'same' ? item : idOf(item))),
    vehicles:
      question.vehicle === undefined || vehicles.includes('all')
        ? 'all'
        : vehicles.map((item) => refOf(unescapeCommas(item), (id) => nameIn(operator, 'vehicle', id))),
    extras: [
      ...extras('accessory', textsOf(question.accessory).map(unescapeCommas)),
      ...extras('insurance', textsOf(question.insurance)),
    ],
  };
}

function refOf(item: string, nameOf: (id: number) => string | undefined): NameRef {
  return isId(item) ? { id: idOf(item), name: nameOf(idOf(item)) } : { name: item };
}

function nameIn({ names }: OldOperator, kind: OldOperator['names'][number]['kind'], id: number): string | undefined {
  return names.find((item) => item.kind === kind && item.id === id)?.name;
}

function quoteModeOf({ quote: words = 'best', limit = defaultBest }: OldQuestion): QuoteMode {
  if (words === 'all' || words === 'none') return { how: words };
  const [, max] = /^best:(\d+)$/.exec(words) ?? [];
  return { how: 'best', max: max === undefined ? limit : Number(max) };
}
