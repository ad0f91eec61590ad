import type { Choice, Prompts } from '../../src/terminal/prompts.ts';

/**
 * A question (the beginning of its message) and its answer: what is typed for a search or an input, the beginning of a
 * choice's name, several of them for a checkbox. An error is thrown instead.
 */
export type Scripted = readonly [question: string, answer: string | readonly string[] | boolean | Error];

export interface ScriptedPrompts extends Prompts {
  /** Questions, answers and lines in between, as a person would have seen them. */
  readonly transcript: string[];
  /** Throws where not every answer was asked for. */
  finish(): void;
}

/** Prompts that are answered by a script, strictly in order. */
export function scriptedPrompts(script: readonly Scripted[]): ScriptedPrompts {
  const left = [...script];
  const transcript: string[] = [];
  const next = (message: string): Scripted[1] => {
    const [question, answer] = left.shift() ?? ['nothing', ''];
    if (!message.startsWith(question)) throw new Error(`asked "${message}" where the script expects "${question}"`);
    if (answer instanceof Error) throw answer;
    transcript.push(`? ${message}: ${String(answer)}`);
    return answer;
  };
  const pick = <T>(choices: readonly Choice<T>[], answer: Scripted[1], message: string): T => {
    const found = choices.find(({ name }) => name.startsWith(String(answer)));
    if (found === undefined || found.disabled !== undefined) {
      const names = choices.map(({ name, disabled }) => `${name}${disabled === undefined ? '' : ` ${disabled}`}`);
      throw new Error(`"${message}" does not let "${String(answer)}" be chosen from: ${names.join(' | ')}`);
    }
    return found.value;
  };
  return {
    transcript,
    finish() {
      if (left.length > 0) throw new Error(`never asked: ${left.map(([question]) => question).join(', ')}`);
    },
    search: async ({ message, find }) => {
      const answer = next(message);
      const found = find(String(answer));
      for (const { name, description } of found) transcript.push(`  ${name}: ${description}`);
      return pick(found, found[0]?.name ?? '', message);
    },
    select: async ({ message, choices, initial }) => {
      const answer = next(message);
      if (answer === '') return initial ?? pick(choices, '', message);
      return pick(choices, answer, message);
    },
    checkbox: async ({ message, choices, checked }) => {
      const answer = next(message);
      return answer === '' ? checked : (answer as readonly string[]).map((one) => pick(choices, one, message));
    },
    input: async ({ message, initial, read }) => {
      for (;;) {
        const answer = await read(String(next(message)) || (initial ?? ''));
        if ('value' in answer) {
          transcript.push(`  = ${answer.shown}`);
          return answer.value;
        }
        transcript.push(`  ! ${answer.problem}`);
      }
    },
    confirm: async (message) => next(message) as boolean,
    say: (text) => void transcript.push(text),
    print: (text) => void transcript.push(text),
  };
}
