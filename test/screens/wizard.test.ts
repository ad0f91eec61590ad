/** Each question of the wizard as a real terminal shows it. */
import { expect, test } from 'vitest';
import { keys } from '../support/pty.ts';
import { drawn, steadyTerminal } from '../support/screen.ts';
import { markedText, textOf, type Piece } from '../support/styled-screen.ts';

/** The questions in their order, the keys that answer them, and what is drawn last. */
const answers: readonly (readonly [question: string, keys: string, last?: RegExp])[] = [
  ['Pick-up depot', keys.enter, /❯ Auckland/],
  ['Drop-off depot', `queen${keys.enter}`, /❯ Auckland/],
  ['Pick-up date', `20 dec${keys.enter}`],
  ['Drop-off date', `+7d${keys.enter}`],
  ['Vehicle', keys.enter],
  ['Accessories', ` ${keys.enter}`],
  ['How many?', `2${keys.enter}`],
  ['Insurance', keys.enter],
  ['Is this right?', keys.enter],
  ['What next?', keys.down.repeat(6) + keys.enter, /30 min █/],
];

/** The part of the screen that belongs to the open question. */
function lastLines(screen: readonly Piece[][], question: string): readonly Piece[][] {
  const first = screen.findLastIndex((line) => textOf([line]).startsWith(`? ${question}`));
  return screen.slice(Math.max(0, first - 1));
}

async function questions(columns: number, env: Record<string, string>, show: (lines: Piece[][]) => string) {
  const run = steadyTerminal(['plan', '--sandbox'], { columns, env });
  const pages: string[] = [];
  for (const [question, answer, last = /esc back\s*$/] of answers) {
    await run.asks(question);
    // The help of the keys is the last line that a question draws.
    await run.shows(/esc back\s*$/);
    await run.shows(last);
    pages.push(show([...lastLines(await drawn(run, columns), question)]));
    run.press(answer);
  }
  await run.ended();
  return [...pages, show(await drawn(run, columns))];
}

test.each([60, 80, 120])('the questions look as they did before on %i columns', async (columns) => {
  const [coloured, plain] = await Promise.all([
    questions(columns, {}, markedText),
    questions(columns, { NO_COLOR: '1' }, textOf),
  ]);
  const together = coloured.map((page, index) => `${page}\n--- NO_COLOR ---\n${plain[index]}`);
  await expect(`${together.join('\n\n===\n')}\n`).toMatchFileSnapshot(`pinned/wizard-${columns}.txt`);
});
