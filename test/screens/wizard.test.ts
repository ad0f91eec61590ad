// @module-tag long
/** Each question of the wizard as a terminal shows it. */
import { expect, test } from 'vitest';
import { markedText, textOf, type Piece } from '../support/styled-screen.ts';
import { wizardQuestions } from './wizard-run.ts';

/** The open question and what is below; everything if no question is open. */
function openQuestion(screen: readonly Piece[][], question: string): Piece[][] {
  const first = screen.findLastIndex((line) => textOf([line]).startsWith(`? ${question}`));
  return screen.slice(Math.max(0, first));
}

async function pages(env: Record<string, string>, show: (lines: Piece[][]) => string) {
  const shown: string[] = [];
  for await (const { question, screen } of wizardQuestions(80, env)) {
    shown.push(show(openQuestion(screen, question)));
  }
  return shown;
}

test('the questions look as they did before', async () => {
  const [coloured, plain] = await Promise.all([pages({}, markedText), pages({ NO_COLOR: '1' }, textOf)]);
  const together = coloured.map((page, index) => `${page}\n--- NO_COLOR ---\n${plain[index]}`);
  await expect(`${together.join('\n\n===\n')}\n`).toMatchFileSnapshot(`pinned/wizard-80.txt`);
});
