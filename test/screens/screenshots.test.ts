// @module-tag long
/** Makes the pictures of the README and the manual from real runs, or compares them with these. */
import { expect, test } from 'vitest';
import { steadyTerminal } from '../support/screen.ts';
import { svgOf } from '../support/svg.ts';
import { wizardQuestions } from './wizard-run.ts';

const columns = 90;
const route = '--pick-up auckland --drop-off queenstown';

const pictures: Readonly<Record<string, string>> = {
  quote: `quote "ruru 2-berth campervan" ${route} --from 2026-12-20 --to +7d --accessory "child seat" --insurance "zero excess" --sandbox`,
  compare: `compare ${route} --from 2026-12-19 --flex 3 --nights 7..8 --sandbox`,
  calendar: `compare ${route} --from 2026-12-16..2026-12-22 --nights 7..9 --quote best --view calendar --sandbox`,
  depots: 'depots --sandbox',
  smoke: 'smoke --sandbox',
};

test.each(Object.entries(pictures))(
  'the picture %s.svg shows what the program prints',
  async (name, line) => {
    const args = (line.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''));
    const run = steadyTerminal([...args, '--quiet'], columns);
    await run.ended();
    await matchPicture(name, `rental ${line}`, ['', ...(await run.html())]);
  },
);

test('the picture wizard.svg shows what the program prints', async () => {
  for await (const { question, run } of wizardQuestions(columns)) {
    if (question !== 'Drop-off date') continue;
    run.press('+7d');
    await run.shows(/\[27\][^]*esc back\s*$/);
    return matchPicture('wizard', 'rental plan --sandbox', await run.html());
  }
});

async function matchPicture(
  name: string,
  command: string,
  shown: readonly string[],
): Promise<void> {
  const lines = wrapped(`$ ${command}`).map(
    (line) => `<span style='font-weight: bold;'>${line}</span>`,
  );
  const svg = svgOf([...lines, ...shown], columns, command);
  await expect(svg).toMatchFileSnapshot(`../../docs/images/${name}.svg`);
}

/** The command as it is typed, with a backslash where it goes on in the next line. */
function wrapped(command: string): string[] {
  const lines: string[] = [];
  for (const part of command.split(/ (?=--)/)) {
    const last = lines.at(-1);
    if (last === undefined) lines.push(part);
    else if (`${last} ${part}`.length <= columns - 2) lines[lines.length - 1] = `${last} ${part}`;
    else lines.splice(-1, 1, `${last} \\`, `    ${part}`);
  }
  return lines;
}
