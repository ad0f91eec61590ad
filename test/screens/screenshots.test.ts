/** Makes the pictures of the README and the manual from real runs, and holds that they show what the program prints now. */
import { expect, test } from 'vitest';
import { finalScreen } from '../support/screen.ts';
import type { Piece } from '../support/styled-screen.ts';
import { svgOf } from '../support/svg.ts';

const columns = 90;

const pictures: Readonly<Record<string, string>> = {
  quote:
    'quote 101 --pick-up auckland --drop-off queenstown --from 2026-12-20 --to +7d --accessory "child seat" --insurance "zero excess" --sandbox',
  compare: 'compare --pick-up auckland --drop-off queenstown --from 2026-12-19 --flex 3 --nights 7 --sandbox',
  calendar:
    'compare --pick-up auckland --drop-off queenstown --from 2026-12-19 --flex 3 --nights 7..8 --view calendar --sandbox',
};

test.each(Object.entries(pictures))('%s.svg', async (name, line) => {
  const args = (line.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''));
  const command = wrapCommand(`$ rental ${line}`);
  const lines = [...command, [], ...(await finalScreen([...args, '--quiet'], { columns }))];
  await expect(svgOf(lines, columns, `rental ${line}`)).toMatchFileSnapshot(`../../docs/images/${name}.svg`);
});

/** The command as it is typed, with a backslash where it goes on in the next line. */
function wrapCommand(command: string): Piece[][] {
  const lines: string[] = [];
  for (const part of command.split(/ (?=--)/)) {
    const last = lines.at(-1);
    if (last === undefined || `${last} ${part}`.length > columns - 2)
      lines.push(lines.length > 0 ? `    ${part}` : part);
    else lines[lines.length - 1] = `${last} ${part}`;
  }
  return lines.map((line, index) => [plainPiece(index < lines.length - 1 ? `${line} \\` : line)]);
}

function plainPiece(text: string): Piece {
  const look = { bold: true, dim: false, inverse: false, underline: false, link: false };
  return { ...look, foreground: undefined, background: undefined, text, column: 0, width: text.length };
}
