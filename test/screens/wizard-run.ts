import { keys, type Terminal } from '../support/pty.ts';
import { steadyTerminal } from '../support/screen.ts';

/** The questions in their order, the keys that answer them, and what is drawn after the question itself. */
const answers: readonly (readonly [question: string, keys: string, late?: string])[] = [
  ['Pick-up depot', keys.enter, '❯ Auckland'],
  ['Drop-off depot', `queen${keys.enter}`, '❯ Auckland'],
  ['Pick-up date', `20 dec${keys.enter}`],
  ['Drop-off date', `+7d${keys.enter}`],
  ['Vehicle', keys.enter],
  ['Accessories', ` ${keys.enter}`],
  ['How many?', `2${keys.enter}`],
  ['Insurance', keys.enter],
  ['Is this right?', keys.enter],
  ['What next?', keys.down.repeat(6) + keys.enter, '30 min █'],
];

/** Answers the questions of a wizard on the sandbox. Hands over its terminal at each question, before the answer. */
export async function* wizardQuestions(
  columns: number,
  env: Readonly<Record<string, string>> = {},
): AsyncGenerator<{ readonly question: string; readonly run: Terminal }> {
  const run = steadyTerminal(['plan', '--sandbox'], { columns, env });
  for (const [question, answer, late = ''] of answers) {
    // The help of the keys is the last line that a question draws.
    await run.shows(new RegExp(`\\n\\? ${question.replace('?', '\\?')}[^]*${late}[^]*esc back\\s*$`));
    yield { question, run };
    run.press(answer);
  }
  await run.ended();
  yield { question: 'the end', run };
}
