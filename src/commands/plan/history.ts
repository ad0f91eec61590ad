/** The questions that were asked, and the draft before each of them: the way back. */
import type { Prompts } from '../../terminal/prompts.ts';
import type { Draft } from './draft.ts';
import type { Step } from './step.ts';

interface Asked {
  readonly step: Step;
  /** Before the question. */
  readonly draft: Draft;
  /** Takes the question and what was printed after it off the screen. */
  readonly erase: () => void;
}

export function createHistory() {
  const asked: Asked[] = [];
  return {
    isEmpty: (): boolean => asked.length === 0,
    add: (one: Asked): void => void asked.push(one),
    /** Removes the last question and returns it. Undefined if there is none. */
    before: (step: Step): Asked | undefined => {
      // Earlier choices of a menu would lead to the same menu again.
      while (step.isMenu === true && asked.at(-1)?.step.isMenu === true) asked.pop();
      return asked.pop();
    },
  };
}

/** The same prompts, which find out whether something was asked. */
export function withWatch(prompts: Prompts): { readonly watched: Prompts; hasAsked(): boolean } {
  let asked = false;
  const watch =
    <Q extends unknown[], R>(ask: (...question: Q) => R) =>
    (...question: Q): R => {
      asked = true;
      return ask(...question);
    };
  const { search, select, checkbox, input, confirm } = prompts;
  const watched = {
    ...prompts,
    search: watch(search),
    select: watch(select),
    checkbox: watch(checkbox),
    input: watch(input),
    confirm: watch(confirm),
  };
  return { watched: watched as Prompts, hasAsked: () => asked };
}
