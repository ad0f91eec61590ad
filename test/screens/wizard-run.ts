import { keys } from '../support/pty.ts';
import { steadyTerminal } from '../support/screen.ts';

/**
 * The questions in their order, the keys that answer them, what is drawn last before a key is
 * pressed, and what is drawn after the keys, before Enter.
 */
const answers: readonly (readonly [
  question: string,
  keys: string,
  drawnLast?: string,
  drawnAfterTyping?: string,
])[] = [
  ['Pick-up depot', '', '❯ Auckland'],
  ['Drop-off depot', 'queen', '❯ Auckland', '❯ Queenstown'],
  ['Pick-up date', '20 dec'],
  ['Drop-off date', '+7d'],
  ['Vehicle', ''],
  ['Accessories', ' '],
  ['Quantity of', '2'],
  ['Insurance', ''],
  ['What next?', ''],
];

/**
 * Answers the questions of a wizard on the sandbox. Hands over its terminal and its screen at each
 * question, before the answer.
 */
export async function* wizardQuestions(
  columns: number,
  env: Readonly<Record<string, string>> = {},
) {
  const run = steadyTerminal(['plan', '--sandbox'], columns, env);
  for (const [question, answer, drawnLast = '', drawnAfterTyping = ''] of answers) {
    // The help of the keys is the last line that a question draws; a number has none. Inquirer may
    // be drawing the same again.
    const whole = new RegExp(
      `(^|\\n)\\? ${question.replace('?', '\\?')}[^]*${drawnLast}[^]*(⏎ [^\\n]*|default 1\\) *)$`,
    );
    await run.shows(whole);
    yield { question, run, screen: await run.html() };
    run.press(answer);
    // A list looks for what is typed, and takes Enter only when it has found it.
    await run.shows(drawnAfterTyping);
    run.press(keys.enter);
  }
  await run.ended();
  yield { question: 'the end', run, screen: await run.html() };
}
