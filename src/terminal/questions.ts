/** How questions look, and answers that are typed. */
import { input } from '@inquirer/prompts';
import type { Palette } from './colour.ts';
import { countdownMark, type Countdown } from './drawing.ts';
import { escapeText } from './escape.ts';
import { maxKeys } from './keyboard.ts';
import type { RunQuestion } from './question-runner.ts';

export interface InputQuestion<T> {
  readonly message: string;
  /** What can be typed. Shown until the question is answered. */
  readonly hint: string;
  /** The answer of an empty line. */
  readonly initial?: string | undefined;
  /** Reads the text as a value and the text to show for it, or says what is wrong with it. */
  read(text: string): Promise<{ readonly problem: string } | { readonly value: T; readonly shown: string }>;
}

export type QuestionTheme = ReturnType<typeof createTheme>;

/**
 * Sets every style of every prompt, painted for stderr. Inquirer's default styles depend on whether stdout is a terminal and
 * may ignore --color.
 */
export function createTheme({ accent, error, paint }: Palette) {
  const dim = (text: string): string => paint('dim', text);
  return {
    prefix: { idle: accent('?'), done: paint('good', '✔') },
    spinner: { interval: 80, frames: [accent('…')] },
    icon: { cursor: '❯', checked: paint('good', '◉'), unchecked: '◯', disabledChecked: '◉', disabledUnchecked: '-' },
    style: {
      answer: accent,
      message: (text: string) => paint('strong', text),
      error: (text: string) => error(`> ${text}`),
      defaultAnswer: (text: string) => dim(`(${text})`),
      help: dim,
      highlight: accent,
      key: (text: string) => accent(`<${text}>`),
      searchTerm: (text: string) => text,
      description: dim,
      disabled: dim,
      keysHelpTip: (keys: [key: string, action: string][]) =>
        dim(keys.map(([key, action]) => `${key} ${action}`).join(' • ')),
      confirmDefault: (text: string) => text.toUpperCase(),
    },
  };
}

/** A name can be as long as a response, and Inquirer draws it again after every key. */
const maxTextLength = 400;

/** Text from outside as questions show it. */
export function promptText(text: string): string {
  return escapeText(text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text);
}

/** Why the text is not taken. */
export function lengthProblem(text: string): string | undefined {
  return text.length < maxKeys ? undefined : `too long: text that is pasted here is cut at ${maxKeys} characters`;
}

/** Asks for a line of text until `read` accepts it. */
export function askInput<T>(question: InputQuestion<T>, theme: QuestionTheme, run: RunQuestion): Promise<T> {
  return run(async (context, fail) => {
    let answer: { readonly value: T; readonly shown: string } | undefined;
    let ended = false;
    const validate = async (text: string): Promise<string | true> => {
      const problem = lengthProblem(text);
      if (problem !== undefined) return problem;
      // Inquirer does not catch a rejection here, which would end the program.
      const read = await question.read(text).catch(fail);
      // Once the question has ended, an answer would make Inquirer write to its closed line and end the program.
      if (read === undefined || ended) return new Promise(() => {});
      if ('problem' in read) return promptText(read.problem);
      answer = read;
      return true;
    };
    const config = {
      message: escapeText(question.message),
      ...(question.initial !== undefined && { default: escapeText(question.initial) }),
      validate,
      transformer: (text: string, { isFinal }: { readonly isFinal: boolean }) =>
        isFinal && answer !== undefined ? theme.style.answer(promptText(answer.shown)) : text,
      theme: withHint(theme, question.hint),
    };
    await input(config, context).finally(() => (ended = true));
    if (answer === undefined) throw new Error('the question ended without an answer');
    return answer.value;
  });
}

/** Shows the hint after the message until the question is answered. */
function withHint(theme: QuestionTheme, hint: string) {
  return withAddition(theme, theme.style.defaultAnswer(escapeText(hint)));
}

/** Shows how much time is left after the message until the question is answered. */
export function withCountdown(theme: QuestionTheme, { text }: Countdown): QuestionTheme {
  return withAddition(theme, theme.style.help(`${escapeText(text)} ${countdownMark}`));
}

/** Shows after the keys what follows once the question is answered. */
export function withNext(theme: QuestionTheme, next: string): QuestionTheme {
  const keysHelpTip = (keys: [key: string, action: string][]): string =>
    theme.style.keysHelpTip([...keys.slice(0, -1), ['⏎', escapeText(next)]]);
  return { ...theme, style: { ...theme.style, keysHelpTip } };
}

function withAddition({ style, ...theme }: QuestionTheme, addition: string) {
  const message = (text: string, status?: string): string =>
    status === 'done' ? style.message(text) : `${style.message(text)} ${addition}`;
  return { ...theme, style: { ...style, message } };
}
