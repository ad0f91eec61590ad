/** Questions in plain lines, for screen readers: numbered choices, answers that end with Enter, and nothing is drawn again. */
import { BackError } from '../errors.ts';
import { escapeText } from './escape.ts';
import { openLineReader, type LineReader } from './line-reader.ts';
import type { Choice, PromptParts, Prompts } from './prompts.ts';
import { lengthProblem, promptText, type InputQuestion } from './questions.ts';
import { wrapIndented } from './width.ts';
import { readYesNo } from './yes-no.ts';

type Parts = Pick<PromptParts, 'signal'> & { readonly io: Pick<PromptParts['io'], 'stdin' | 'stderr'> };

/** Longer lists are cut: a part of a name finds the rest. */
const mostChoices = 20;

/** Undefined if the answer is not taken; `say` tells why. */
type Read<T> = (answer: string) => Promise<{ readonly value: T; readonly shown: string } | undefined>;

export function createPlainPrompts({ io, signal }: Parts): Prompts {
  let series: LineReader | undefined;
  let headline = '';
  let lastHeadline = '';
  const write = (text: string): void => void io.stderr.write(text);
  const say = (text: string): void => {
    for (const line of wrapIndented(promptText(text), io.stderr.columns || 80)) write(`${line}\n`);
  };
  /** `show` prints the question, which `?` repeats. */
  const ask = async <T>(show: () => void, prompt: string, read: Read<T>): Promise<T> => {
    signal.throwIfAborted();
    const lines = series ?? openLineReader(io.stdin, signal);
    const isInSeries = series !== undefined;
    try {
      if (headline !== lastHeadline && headline !== '') say(`So far: ${headline}`);
      lastHeadline = headline;
      show();
      for (;;) {
        write(`${prompt}: `);
        const answer = (await lines.next()).trim();
        const problem = lengthProblem(answer);
        if (problem !== undefined) say(problem);
        else if (isInSeries && answer.toLowerCase() === 'b') throw new BackError();
        else if (answer === '?') show();
        else {
          const taken = await read(answer);
          if (taken !== undefined) {
            say(`Answer: ${taken.shown}`);
            return taken.value;
          }
        }
      }
    } catch (error) {
      // The question is on a line that nothing has ended.
      if (!(error instanceof BackError)) write('\n');
      throw error;
    } finally {
      if (!isInSeries) lines.close();
    }
  };
  const list = <T>(choices: readonly Choice<T>[], ticked?: (choice: Choice<T>) => boolean): void => {
    for (const [index, choice] of choices.slice(0, mostChoices).entries()) {
      const { name, description, disabled } = choice;
      const more = [ticked?.(choice) === true ? 'chosen' : '', description ?? '', disabled ?? '']
        .filter(Boolean)
        .join('; ');
      say(`${index + 1}) ${squeeze(name)}${more === '' ? '' : `: ${more}`}`);
    }
    if (choices.length > mostChoices) say(`and ${choices.length - mostChoices} more`);
  };
  const pick = <T>(choices: readonly Choice<T>[], answer: string): Choice<T> | undefined => {
    const choice = /^\d+$/.test(answer) ? choices[Number(answer) - 1] : undefined;
    if (choice === undefined) say(`"${answer}" is not a number from 1 to ${choices.length}.`);
    else if (choice.disabled !== undefined) say(`${squeeze(choice.name)} ${choice.disabled}`);
    else return choice;
    return undefined;
  };
  const input = <T>({ message, hint, initial, read, picker }: InputQuestion<T>): Promise<T> => {
    const offered = initial === undefined ? '' : `. Enter takes ${picker?.show(initial) ?? initial}`;
    return ask(
      () => say(`${message} (${hint})${offered}`),
      'Your answer',
      async (answer) => {
        const found = await read(answer || (initial ?? ''));
        if ('value' in found) return found;
        say(found.problem);
        return undefined;
      },
    );
  };
  return {
    openSeries: () => {
      const mine = (series ??= openLineReader(io.stdin, signal));
      say('To each question, b goes back to the one before, and ? repeats it.');
      return () => {
        mine.close();
        if (series === mine) series = undefined;
      };
    },
    headline: (text) => void (headline = text),
    search: ({ message, find }) => {
      let choices = find('');
      const show = (): void => {
        say(message);
        list(choices);
      };
      return ask(show, 'Number or part of a name, Enter takes 1', async (answer) => {
        if (answer === '' || /^\d+$/.test(answer)) return chosen(pick(choices, answer || '1'));
        const found = find(answer);
        if (found.length === 1) return chosen(found[0]);
        if (found.length === 0) say(`Nothing matches "${answer}".`);
        else list((choices = found));
        return undefined;
      });
    },
    select: ({ message, choices, initial, countdown }) => {
      const start = Math.max(
        0,
        choices.findIndex(({ value, disabled }) => disabled === undefined && value === initial),
      );
      const show = (): void => {
        say(countdown === undefined ? message : `${message} ${countdown.text} ${countdown.left()}`);
        list(choices);
      };
      return ask(show, `Number, Enter takes ${start + 1}`, async (answer) =>
        chosen(pick(choices, answer || String(start + 1))),
      );
    },
    checkbox: ({ message, choices, checked }) => {
      const ticked = choices.filter(({ value }) => checked.includes(value));
      const show = (): void => {
        say(message);
        list(choices, (choice) => ticked.includes(choice));
      };
      const kept = ticked.length === 0 ? 'none' : 'those that are chosen';
      return ask(show, `Numbers with commas, 0 for none, Enter takes ${kept}`, async (answer) => {
        if (answer === '') return several(ticked);
        if (answer === '0') return several([]);
        const numbers = answer.split(/[\s,]+/).filter((number) => number !== '');
        const picked = [...new Set(numbers)].map((number) => pick(choices, number));
        return picked.includes(undefined) ? undefined : several(picked.filter((one) => one !== undefined));
      });
    },
    input,
    confirm: (message) => input({ message, hint: 'Enter or y for yes, n for no', read: readYesNo }),
    say,
    print: (text) => write(`${escapeText(text)}\n`),
  };
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
