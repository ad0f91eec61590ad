/** A line of text that is read as something else. */
import { input } from '@inquirer/prompts';
import type { AskContext } from './ask.ts';
import { escapeText } from './escape.ts';
import { shown } from './prompt-text.ts';
import type { promptTheme } from './prompt-theme.ts';
import type { InputQuestion } from './prompts.ts';

export interface InputParts {
  readonly context: AskContext;
  /** Ends the question with an error. */
  fail(error: unknown): void;
  readonly theme: ReturnType<typeof promptTheme>;
}

export async function readInput<T>(question: InputQuestion<T>, { context, fail, theme }: InputParts): Promise<T> {
  let read: { readonly value: T; readonly shown: string } | undefined;
  let over = false;
  const validate = async (text: string): Promise<string | true> => {
    // A rejection in here would be nobody's, and end the program.
    const answer = await question.read(text).catch(fail);
    // So would Inquirer's, which writes to the line that it has closed.
    if (answer === undefined || over) return new Promise(() => {});
    if ('problem' in answer) return shown(answer.problem);
    read = answer;
    return true;
  };
  const config = {
    message: escapeText(question.message),
    ...(question.initial !== undefined && { default: escapeText(question.initial) }),
    validate,
    transformer: (text: string, { isFinal }: { readonly isFinal: boolean }) =>
      isFinal && read !== undefined ? theme.style.answer(shown(read.shown)) : text,
    theme: { ...theme, style: { ...theme.style, message: hinted(theme, question.hint) } },
  };
  try {
    await input(config, context);
  } finally {
    over = true;
  }
  if (read === undefined) throw new Error('an answer that was never read');
  return read.value;
}

/** The hint goes with the answer. */
function hinted({ style }: InputParts['theme'], hint: string) {
  return (text: string, status: string): string =>
    status === 'done' ? style.message(text) : `${style.message(text)} ${style.defaultAnswer(escapeText(hint))}`;
}
