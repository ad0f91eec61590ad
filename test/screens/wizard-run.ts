import { keys } from '../support/pty.ts';
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
  ['What next?', keys.down.repeat(8) + keys.enter],
];

/** Answers the questions of a wizard on the sandbox. Hands over its terminal and its screen at each question, before the answer. */
export async function* wizardQuestions(columns: number, env: Readonly<Record<string, string>> = {}) {
  const run = steadyTerminal(['plan', '--sandbox'], columns, env);
  for (const [question, answer, late = ''] of answers) {
    // The help of the keys is the last line that a question draws. Inquirer may be drawing the same again.
    const whole = new RegExp(`(^|\\n)\\? ${question.replace('?', '\\?')}[^]*${late}[^]*⏎ [^\\n]*$`);
    await run.shows(whole);
    yield { question, run, screen: await run.html() };
    run.press(answer);
  }
  await run.ended();
  yield { question: 'the end', run, screen: await run.html() };
}
