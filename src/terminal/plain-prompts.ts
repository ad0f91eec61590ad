/** Questions in plain lines, for screen readers: numbered choices, answers that end with Enter, and nothing is drawn again. */
import { escapeText } from './escape.ts';
import { createAsker, type Asker, type PlainParts } from './plain-question.ts';
import type { CheckboxQuestion, Choice, NameRules, Prompts, SelectQuestion } from './prompts.ts';
import type { InputQuestion } from './questions.ts';
import { readYesNo } from './yes-no.ts';

/** Longer lists are cut: a part of a name finds the rest. */
const mostChoices = 20;

export function createPlainPrompts({ names, ...parts }: PlainParts & { readonly names: NameRules }): Prompts {
  const asker = createAsker(parts);
  const { say, write, headline, openSeries } = asker;
  const input: Prompts['input'] = (question) => askText(question, asker);
  return {
    ...{ say, headline, openSeries, input },
    select: (question) => askOne(question, asker, names),
    checkbox: (question) => askSeveral(question, asker, names),
    confirm: (message) => input({ message, hint: 'Enter or y for yes, n for no', read: readYesNo }),
    print: (text) => write(`${escapeText(text)}\n`),
  };
}

function askText<T>({ message, hint, initial, read, picker }: InputQuestion<T>, { ask, say }: Asker): Promise<T> {
  const offered = initial === undefined ? '' : `. Enter takes ${picker?.show(initial) ?? initial}`;
  const show = (): void => say(`${message} (${hint})${offered}`);
  return ask(show, 'Your answer', async (answer) => {
    const found = await read(answer || (initial ?? ''));
    if ('value' in found) return found;
    say(found.problem);
    return undefined;
  });
}

function askOne<T>(
  { message, choices, initial, countdown }: SelectQuestion<T>,
  asker: Asker,
  names: NameRules,
): Promise<T> {
  const numbered = numberedOf(choices);
  const open = numbered.filter(({ choice }) => choice.disabled === undefined);
  const start = open.find(({ choice }) => choice.value === initial) ?? open[0];
  const show = (): void => {
    asker.say(countdown === undefined ? message : `${message} ${countdown.text} ${countdown.left()}`);
    list(numbered, asker);
  };
  return asker.ask(show, `Number or part of a name, Enter takes ${start?.number}`, async (answer) => {
    const found = answer === '' ? start : pick(numbered, answer, asker, names);
    return found && { value: found.choice.value, shown: squeeze(found.name) };
  });
}

function askSeveral<T>({ message, choices, checked }: CheckboxQuestion<T>, asker: Asker, names: NameRules) {
  const numbered = numberedOf(choices);
  const ticked = numbered.filter(({ choice }) => checked.includes(choice.value));
  const show = (): void => {
    asker.say(message);
    list(numbered, asker, ticked);
  };
  const kept = ticked.length === 0 ? 'none' : 'those that are chosen';
  const prompt = `Numbers or parts of names with commas, 0 for none, Enter takes ${kept}`;
  return asker.ask<readonly T[]>(show, prompt, async (answer) => {
    const found = answer === '' ? ticked : answer === '0' ? [] : pickAll(numbered, answer, asker, names);
    if (found === undefined) return undefined;
    const inOrder = numbered.filter((one) => found.includes(one));
    const shown = inOrder.map(({ name }) => squeeze(name)).join(', ') || 'none';
    return { value: inOrder.map(({ choice }) => choice.value), shown };
  });
}

interface Numbered<T> {
  readonly number: number;
  /** A number that is typed is that of the list, so ids are not looked for. */
  readonly id: number;
  readonly name: string;
  readonly choice: Choice<T>;
}

function numberedOf<T>(choices: readonly Choice<T>[]): Numbered<T>[] {
  return choices.map((choice, index) => {
    return { number: index + 1, id: NaN, name: choice.short ?? choice.name, choice };
  });
}

function list<T>(numbered: readonly Numbered<T>[], { say }: Asker, ticked: readonly Numbered<T>[] = []): void {
  for (const one of numbered.slice(0, mostChoices)) {
    const { name, description = '', disabled = '' } = one.choice;
    const more = [ticked.includes(one) ? 'chosen' : '', description, disabled].filter(Boolean).join('; ');
    say(`${one.number}) ${squeeze(name)}${more === '' ? '' : `: ${more}`}`);
  }
  if (numbered.length > mostChoices) say(`and ${numbered.length - mostChoices} more`);
}

/** By number or name. Undefined, after a line that says why, if the text does not mean exactly one that can be chosen. */
function pick<T>(
  numbered: readonly Numbered<T>[],
  text: string,
  asker: Asker,
  { bestMatches }: NameRules,
): Numbered<T> | undefined {
  const isNumber = /^\d+$/.test(text);
  const found = isNumber ? numbered.filter(({ number }) => number === Number(text)) : bestMatches(text, numbered);
  const [first] = found;
  if (first === undefined) {
    asker.say(isNumber ? `"${text}" is not a number from 1 to ${numbered.length}.` : `Nothing matches "${text}".`);
  } else if (found.length > 1) {
    asker.say(`"${text}" fits ${found.length} of them:`);
    list(found, asker);
  } else if (first.choice.disabled !== undefined) asker.say(`${squeeze(first.name)} ${first.choice.disabled}`);
  else return first;
  return undefined;
}

/** What is between commas, and numbers also between spaces. Undefined if one of them does not mean exactly one choice. */
function pickAll<T>(
  numbered: readonly Numbered<T>[],
  answer: string,
  asker: Asker,
  names: NameRules,
): Numbered<T>[] | undefined {
  const isNumbers = /^[\d\s,]+$/.test(answer);
  const texts = isNumbers ? answer.split(/[\s,]+/) : splitNames(answer, numbered, names);
  const found = texts.filter((text) => text.trim() !== '').map((text) => pick(numbered, text.trim(), asker, names));
  return found.includes(undefined) ? undefined : found.filter((one) => one !== undefined);
}

/** The texts between commas; the longest that is a whole name with commas stays one. */
function splitNames(answer: string, numbered: readonly { readonly name: string }[], { fold }: NameRules): string[] {
  const wholeNames = new Set(numbered.map(({ name }) => fold(name)));
  const pieces = answer.split(',');
  const texts: string[] = [];
  for (let start = 0; start < pieces.length;) {
    let end = pieces.length;
    while (end > start + 1 && !wholeNames.has(fold(pieces.slice(start, end).join(',')))) end -= 1;
    texts.push(pieces.slice(start, end).join(','));
    start = end;
  }
  return texts;
}

/** Columns mean nothing when they are read aloud. */
function squeeze(text: string): string {
  return text.replace(/ {2,}/g, ', ');
}
