/**
 * One text at one service means the same for every caller, or the caller refuses it. Only in a
 * comparison a part of a name can mean several.
 */
import { expect, test } from 'vitest';
import fc from '../support/property.ts';
import { worlds } from '../support/thorough.ts';
import { meaning, meanings, plain as plainName, type Item, type Meaning } from './right-words.ts';
import { comparisons, ownedComparison, planners, sentBy, type Sent } from './same-callers.ts';
import { itemsOf, operatorNames, questions, type Question } from './same-world.ts';

const persons = ['a person at a list', 'a person who answers in lines'];
const tools = ['get_quote', 'get_quote of one of several', 'get_booking_link'];
/** These may be run where nobody sees what a part of a vehicle's name was taken for. */
const unseen = ['quote', 'plan', 'book-link', ...tools];

/** What is special about a text at the first operator, by the rules alone. */
function factsOf(question: Question) {
  const { field, text } = question;
  const items = itemsOf(question, 0);
  const readings = field === 'accessory' ? meanings([text], items) : [meaning(text, items)];
  const isDigits = (one: string): boolean => /^\s*-?\d+\s*$/.test(one);
  const fitting = (one: string): number =>
    items.filter(({ name }) => plainName(name).includes(plainName(one))).length;
  return {
    isBlank: text.replaceAll(',', '').trim() === '',
    isWord: ['none', 'cheapest', 'all', 'same'].includes(text),
    isCheapest: text === 'cheapest',
    hasDigits: text.split(',').some(isDigits),
    isUnlisted: readings.some(({ text: one, found }) => isDigits(one) && found.length === 0),
    isPart: readings.some(({ how, found }) => how === 'part' && found.length > 0),
    isPartOfSeveral: readings.some(({ how, text: one }) => how === 'part' && fitting(one) > 1),
    isUnclear: readings.some(({ found }) => found.length !== 1),
    isCounted: readings.some(({ quantity }) => quantity > 1),
    // A line of the list of plans that stands for nothing.
    isNoPlan: field === 'insurance' && plainName('No insurance plan').includes(plainName(text)),
    isVehicle: field === 'vehicle',
    isAccessory: field === 'accessory',
  };
}
type Facts = ReturnType<typeof factsOf>;

type Row = readonly [why: string, callers: readonly string[], holds: (facts: Facts) => boolean];

/** Who may refuse what another one accepts. */
const mayRefuse: readonly Row[] = [
  ['an empty text', Object.keys(planners), ({ isBlank }) => isBlank],
  ['an id that is on no list', Object.keys(planners), ({ isUnlisted }) => isUnlisted],
  [
    'what only a person who sees the list can choose',
    Object.keys(planners),
    ({ isUnclear }) => isUnclear,
  ],
  ['a part of the name of a vehicle', unseen, ({ isVehicle, isPart }) => isVehicle && isPart],
  ['a word for a flag', persons, ({ isWord }) => isWord],
  ['a text where boxes are ticked', ['a person at a list'], ({ isAccessory }) => isAccessory],
  [
    'a number, which is a place in the list',
    ['a person who answers in lines'],
    ({ hasDigits }) => hasDigits,
  ],
  [
    'how many, which is the next question',
    ['a person who answers in lines'],
    ({ isCounted }) => isCounted,
  ],
  [
    'a part of several names, also if it fits one best',
    ['the wizard, by flags', 'a person who answers in lines'],
    ({ isPartOfSeveral, isNoPlan }) => isPartOfSeveral || isNoPlan,
  ],
];

/** Where a caller may send something else than the others. */
const mayDiffer: readonly Row[] = [
  ['Enter takes what is offered', persons, ({ isBlank }) => isBlank],
  ['an empty input is none', tools, ({ isBlank }) => isBlank],
  [
    'a person sees the list',
    ['a person at a list'],
    ({ isUnclear, isNoPlan, hasDigits }) => isUnclear || isNoPlan || hasDigits,
  ],
  [
    'a number is a place in the list',
    ['a person who answers in lines'],
    ({ hasDigits }) => hasDigits,
  ],
];

const holds = (rows: readonly Row[], caller: string, facts: Facts): boolean =>
  rows.some(([, callers, isSo]) => callers.includes(caller) && isSo(facts));

function claim(
  isSo: boolean,
  what: string,
  question: Question,
  caller: string,
  ...shown: readonly unknown[]
): void {
  if (isSo) return;
  const lists = operatorNames.map((_, place) =>
    itemsOf(question, place).map(({ id, name }) => `${id} ${name}`),
  );
  expect.fail(
    `${what}: ${JSON.stringify({ field: question.field, text: question.text, lists, caller, shown })}`,
  );
}

/** At a list, an accessory that is named twice is chosen once: the next question is how many. */
function keyOf(ids: readonly number[], caller: string, field: Question['field']): string {
  return (
    caller === 'a person who answers in lines' && field === 'accessory' ? [...new Set(ids)] : ids
  ).join();
}

async function checkPlanners(question: Question, facts: Facts) {
  const sent = new Map<string, readonly number[] | undefined>();
  for (const [caller, send] of Object.entries(planners)) {
    // A question for each line takes as long as all others together.
    const isSkipped = caller === 'a person who answers in lines' && question.comparison > 2;
    if (!isSkipped) sent.set(caller, (await sentBy(send, question))?.get('a'));
  }
  // A person in a terminal, who is shown what a part was taken for, can name all that any caller
  // can.
  const wanted =
    sent.get('quote in a terminal') ?? [...sent.values()].find((ids) => ids !== undefined);
  if (wanted === undefined) return sent;
  for (const [caller, ids] of sent) {
    if (ids === undefined)
      claim(holds(mayRefuse, caller, facts), 'refused', question, caller, wanted);
    else {
      const isSame = keyOf(ids, caller, question.field) === keyOf(wanted, caller, question.field);
      claim(isSame || holds(mayDiffer, caller, facts), 'other ids', question, caller, ids, wanted);
    }
  }
  return sent;
}

/** What one piece of a text means at an operator. */
interface Meant {
  readonly ids: readonly number[];
  /**
   * `all` have the part in their names. `one` is enough of those that write the whole name in other
   * ways. `none`: they may be sent, such as an id that is on no list.
   */
  readonly mustBeSent: 'all' | 'one' | 'none';
}

const isDepotOrVehicle = (field: Question['field']): boolean =>
  field !== 'accessory' && field !== 'insurance';

const meantIds = (items: readonly Item[]): Meant => ({
  ids: items.map(({ id }) => id),
  mustBeSent: 'all',
});

/**
 * What each operator of a comparison may be sent; undefined if it must refuse. Texts are divided
 * once for all of them, and matched once but for depots: each operator names one place in its own
 * way.
 */
function meantBy(
  { field, text }: Question,
  lists: readonly (readonly Item[])[],
): readonly (readonly Meant[])[] | undefined {
  const isPlace = isDepotOrVehicle(field);
  if (text === 'all' && isPlace) return lists.map((items) => [meantIds(items)]);
  if (text === 'same' && field === 'dropOff')
    return lists.map(() => [{ ids: [1], mustBeSent: 'all' }]);
  if (text === 'none' && !isPlace) return lists.map(() => []);
  const readings =
    field === 'insurance' ? [meaning(text, lists.flat())] : meanings([text], lists.flat());
  const isNamed = ({ how, found }: Meaning): boolean =>
    how === 'id' || new Set(found.map(({ name: one }) => plainName(one))).size === 1;
  // An id is of one operator.
  if (lists.length > 1 && readings.some(({ how }) => how === 'id')) return undefined;
  // One extra is one name.
  if (!isPlace && !readings.every(isNamed)) return undefined;
  return lists.map((items) => readings.map((reading) => meantAt(field, reading, items)));
}

/** What a piece means on the list of one operator. */
function meantAt(field: Question['field'], piece: Meaning, items: readonly Item[]): Meant {
  const isDepot = field === 'pickUp' || field === 'dropOff';
  const { how, found, text, id } = isDepot ? meaning(piece.text, items) : piece;
  // Only accessories are counted.
  if (piece.quantity > 1 && field !== 'accessory') return meantIds([]);
  const isUnlisted = found.length === 0 && /^\s*-?\d+\s*$/.test(text);
  if (isUnlisted) return { ids: [id], mustBeSent: 'none' };
  if (how === 'id') return meantIds(items.filter((item) => item.id === id));
  const hasPart = ({ name }: Item) => plainName(name).includes(plainName(text));
  if (how === 'part' && isDepotOrVehicle(field))
    return meantIds(found.length === 0 ? [] : items.filter(hasPart));
  const names = new Set(found.map(({ name }) => plainName(name)));
  const written = items.filter(({ name }) => names.has(plainName(name)));
  // If no item here has exactly the name that was found, the spelling may count as another name.
  const isExact = written.some(({ name }) => found.some((item) => item.name === name));
  return { ids: written.map((item) => item.id), mustBeSent: isExact ? 'one' : 'none' };
}

function checkComparison(question: Question, caller: string, count: number, sent: Sent): void {
  const lists = operatorNames.slice(0, count).map((_, place) => itemsOf(question, place));
  const meant = meantBy(question, lists) ?? [];
  for (const [operator, ids] of sent ?? []) {
    const pieces = meant[operatorNames.findIndex((one) => one === operator)] ?? [];
    const allowed = pieces.flatMap((piece) => piece.ids);
    const isAllowed = ids.every((id) => allowed.includes(id));
    claim(isAllowed, 'a comparison sends something else', question, caller, operator, ids, allowed);
    const isWhole = pieces.every((piece) => {
      const isSent = (id: number): boolean => ids.includes(id);
      if (piece.mustBeSent === 'all') return piece.ids.every(isSent);
      return piece.mustBeSent === 'none' || piece.ids.length === 0 || piece.ids.some(isSent);
    });
    claim(isWhole, 'a comparison leaves something out', question, caller, operator, ids, pieces);
  }
  // It may refuse only if a single operator lacks something, if none of several has anything, or if a
  // depot is at none of them.
  const isFound = ({ ids, mustBeSent }: Meant): boolean => ids.length > 0 && mustBeSent !== 'none';
  const isDepot = question.field === 'pickUp' || question.field === 'dropOff';
  const isSomewhere = (_: Meant, place: number): boolean =>
    meant.some((pieces) => isFound(pieces[place]!));
  const isAnyFound = isDepot
    ? meant[0]?.every(isSomewhere)
    : meant.some((pieces) => pieces.some(isFound));
  const isAnswered = count > 1 ? isAnyFound : meant[0]?.every(isFound);
  if (isDepotOrVehicle(question.field) && isAnswered)
    claim((sent?.size ?? 0) > 0, 'a comparison refuses', question, caller, meant);
}

const name = 'a text means the same for every caller, or the caller refuses it';

test(name, { timeout: 300_000 }, async () => {
  const counts = new Map<string, number>();
  const count = (what: string, isSo: unknown): void =>
    void counts.set(what, (counts.get(what) ?? 0) + Number(!!isSo));
  const tried = worlds(4_000);
  const property = fc.asyncProperty(questions, async (question) => {
    const facts = factsOf(question);
    const planned = await checkPlanners(question, facts);
    for (const [caller, ids] of planned) count(caller, ids);
    const wanted = planned.get('quote in a terminal');
    const names = Object.keys(comparisons);
    const caller = names[question.comparison % names.length]!;
    const [operators, compare] = comparisons[caller]!;
    const sent = await sentBy(compare, question);
    // An empty input of a tool is none.
    if (!facts.isBlank) checkComparison(question, caller, operators, sent);
    count(caller, sent?.size);
    if (
      caller === 'compare one' &&
      sent !== undefined &&
      !facts.isBlank &&
      isDepotOrVehicle(question.field)
    ) {
      const owned = await sentBy(ownedComparison, question);
      count('compare, with the name of an operator', owned?.size);
      const isSame = JSON.stringify([...(owned ?? [])]) === JSON.stringify([...sent]);
      claim(
        isSame,
        'the name of its operator changes what a text means',
        question,
        caller,
        [...(owned ?? [])],
        sent,
      );
    }
    // A comparison takes lists, so a comma in a part of a name divides it.
    const isDivided =
      facts.isPart &&
      question.text.includes(',') &&
      question.field !== 'insurance' &&
      !facts.isAccessory;
    const isExcepted = facts.isBlank || facts.isUnlisted || facts.isCheapest || isDivided;
    if (operators === 1 && wanted !== undefined && !isExcepted) {
      const ids = sent?.get('a') ?? [];
      const isSame =
        ids.join() === wanted.join() || (facts.isPart && wanted.every((id) => ids.includes(id)));
      claim(
        isSame,
        'a comparison of one operator means something else',
        question,
        caller,
        ids,
        wanted,
      );
    }
  });
  await fc.assert(property, { numRuns: tried });
  for (const [what, often] of counts) expect([what, often > tried / 100]).toEqual([what, true]);
});
