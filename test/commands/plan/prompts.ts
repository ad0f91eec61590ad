import { RentalError } from '../../../src/base/errors.ts';
import { searchItems } from '../../../src/resolve/shown-list.ts';
import { listLines } from '../../../src/terminal/list-lines.ts';
import type { Choice, Prompts, TextPrompt } from '../../../src/terminal/questions.ts';
import { receiptLines } from '../../../src/terminal/receipt-lines.ts';

/**
 * The beginning of a question's message, and its answer: the text typed for an input, or a part of
 * a choice's name (several for a checkbox). Throws an answer that is an error.
 */
export type Scripted = readonly [question: string, answer: string | readonly string[] | Error];

export type ScriptedPrompts = ReturnType<typeof scriptedPrompts>;

/** Prompts that a script answers, strictly in order. */
export function scriptedPrompts(script: readonly Scripted[], columns = 80) {
  const remaining = [...script];
  /** Questions, answers and the lines between them, as they appear on the screen. */
  const transcript: string[] = [];
  /** Without the lines that were erased. */
  const shown: string[] = [];
  const say = (text: string): void => {
    transcript.push(text);
    shown.push(text);
  };
  const next = (message: string): Scripted[1] => {
    const [question, answer] = remaining.shift() ?? ['nothing', ''];
    if (!message.startsWith(question))
      throw new Error(`asked "${message}" where the script expects "${question}"`);
    if (answer instanceof Error) throw answer;
    say(`? ${message}: ${String(answer)}`);
    return answer;
  };
  const pick = <T>(choices: readonly Choice<T>[], answer: Scripted[1], message: string): T => {
    const named = choices.map((choice) => ({ id: choice.id ?? NaN, name: choice.name, choice }));
    const found = searchItems(String(answer), named)[0]?.choice;
    if (found === undefined) {
      const lines = listLines(choices, columns - 3).join(' | ');
      throw new Error(`"${message}" does not let "${String(answer)}" be chosen from: ${lines}`);
    }
    return found.value;
  };
  const input = async <T>({ message, hint, initial = '', read }: TextPrompt<T>): Promise<T> => {
    transcript.push(`  (${hint})`);
    for (;;) {
      const answer = String(next(message)) || initial;
      try {
        const value = read(answer);
        transcript.push(`  = ${String(value)}`);
        return value;
      } catch (error) {
        if (!(error instanceof RentalError)) throw error;
        transcript.push(`  ! ${error.message}: ${error.hint}`);
      }
    }
  };
  /** Throws if a question of the script was not asked. */
  const finish = (): void => {
    if (remaining.length > 0)
      throw new Error(`not asked: ${remaining.map(([question]) => question).join(', ')}`);
  };
  const prompts: Prompts = {
    search: async ({ message, choices, initial }) => {
      const answer = next(message);
      const lines = listLines(choices, columns - 3);
      for (const [i, { description }] of choices.entries())
        if (description !== undefined) transcript.push(`  ${lines[i]}: ${description}`);
      return (answer === '' ? initial : undefined) ?? pick(choices, answer, message);
    },
    checkbox: async ({ message, choices, checked }) => {
      const answer = next(message);
      return answer === ''
        ? checked
        : (answer as readonly string[]).map((one) => pick(choices, one, message));
    },
    input,
    say,
    sayReceipt: (receipt) =>
      receiptLines(receipt, {
        width: columns,
        palette: { paint: (_, text) => text },
        accessible: false,
      }).forEach(say),
    print: say,
    mark: () => shown.length,
    quietly: (work) => work(),
    eraseAfter: (mark) => {
      shown.length = mark;
      return true;
    },
  };
  return { ...prompts, transcript, shown, finish };
}
