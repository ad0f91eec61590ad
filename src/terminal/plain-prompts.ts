/** Questions in plain lines, for screen readers: numbered choices, answers that end with Enter, and nothing is drawn again. */
import { escapeText } from './escape.ts';
import { createAsker, type Asker, type PlainParts } from './plain-question.ts';
import type { CheckboxQuestion, Choice, Prompts, SearchQuestion, SelectQuestion } from './prompts.ts';
import type { InputQuestion } from './questions.ts';
import { readYesNo } from './yes-no.ts';

/** Longer lists are cut: a part of a name finds the rest. */
const mostChoices = 20;

export function createPlainPrompts(parts: PlainParts): Prompts {
  const asker = createAsker(parts);
  const { say, write, headline, openSeries } = asker;
  const input: Prompts['input'] = (question) => askText(question, asker);
  return {
    ...{ say, headline, openSeries, input },
    search: (question) => askSearch(question, asker),
    select: (question) => askOne(question, asker),
    checkbox: (question) => askSeveral(question, asker),
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

function askSearch<T>({ message, find }: SearchQuestion<T>, asker: Asker): Promise<T> {
  const { ask, say } = asker;
  let choices = find('');
  const show = (): void => {
    say(message);
    list(choices, asker);
  };
  return ask(show, 'Number or part of a name, Enter takes 1', async (answer) => {
    if (answer === '' || /^\d+$/.test(answer)) return chosen(pick(choices, answer || '1', asker));
    const found = find(answer);
    if (found.length === 1) return chosen(found[0]);
    if (found.length === 0) say(`Nothing matches "${answer}".`);
    else list((choices = found), asker);
    return undefined;
  });
}

function askOne<T>({ message, choices, initial, countdown }: SelectQuestion<T>, asker: Asker): Promise<T> {
  const open = choices.filter(({ disabled }) => disabled === undefined);
  const first = open.find(({ value }) => value === initial) ?? open[0];
  const start = String(choices.findIndex((choice) => choice === first) + 1);
  const show = (): void => {
    asker.say(countdown === undefined ? message : `${message} ${countdown.text} ${countdown.left()}`);
    list(choices, asker);
  };
  return asker.ask(show, `Number, Enter takes ${start}`, async (answer) =>
    chosen(pick(choices, answer || start, asker)),
  );
}

function askSeveral<T>({ message, choices, checked }: CheckboxQuestion<T>, asker: Asker): Promise<readonly T[]> {
  const ticked = choices.filter(({ value }) => checked.includes(value));
  const show = (): void => {
    asker.say(message);
    list(choices, asker, ticked);
  };
  const kept = ticked.length === 0 ? 'none' : 'those that are chosen';
  return asker.ask(show, `Numbers with commas, 0 for none, Enter takes ${kept}`, async (answer) => {
    if (answer === '') return several(ticked);
    if (answer === '0') return several([]);
    const numbers = answer.split(/[\s,]+/).filter((number) => number !== '');
    const picked = [...new Set(numbers)].map((number) => pick(choices, number, asker));
    return picked.includes(undefined) ? undefined : several(picked.filter((one) => one !== undefined));
  });
}

function list<T>(choices: readonly Choice<T>[], { say }: Asker, ticked: readonly Choice<T>[] = []): void {
  for (const [index, choice] of choices.slice(0, mostChoices).entries()) {
    const { name, description = '', disabled = '' } = choice;
    const more = [ticked.includes(choice) ? 'chosen' : '', description, disabled].filter(Boolean).join('; ');
    say(`${index + 1}) ${squeeze(name)}${more === '' ? '' : `: ${more}`}`);
  }
  if (choices.length > mostChoices) say(`and ${choices.length - mostChoices} more`);
}

/** Undefined, after a line that says why, if the number means none of them. */
function pick<T>(choices: readonly Choice<T>[], answer: string, { say }: Asker): Choice<T> | undefined {
  const choice = /^\d+$/.test(answer) ? choices[Number(answer) - 1] : undefined;
  if (choice === undefined) say(`"${answer}" is not a number from 1 to ${choices.length}.`);
  else if (choice.disabled !== undefined) say(`${squeeze(choice.name)} ${choice.disabled}`);
  else return choice;
  return undefined;
}

function chosen<T>(choice: Choice<T> | undefined) {
  return choice && { value: choice.value, shown: squeeze(choice.short ?? choice.name) };
}

function several<T>(choices: readonly Choice<T>[]) {
  const shown = choices.map(({ short, name }) => squeeze(short ?? name)).join(', ') || 'none';
  return { value: choices.map(({ value }) => value), shown };
}

/** Columns mean nothing when they are read aloud. */
function squeeze(text: string): string {
  return text.replace(/ {2,}/g, ', ');
}
