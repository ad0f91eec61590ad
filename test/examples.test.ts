/** Every example of the help, and every command line in the code of README and docs, is run. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { programExamples } from '../src/cli/help/page.ts';
import { withSubcommands } from '../src/cli/command.ts';
import { commands } from '../src/commands/index.ts';
import { exampleOperators, runLine } from './support/examples.ts';
import { sample } from './support/thorough.ts';

/** It asks questions; test/pty/wizard.test.ts answers them. */
const asks = 'rental plan --sandbox';

async function runAll(lines: readonly string[]): Promise<void> {
  const operators = exampleOperators();
  for (const line of lines) {
    const ended = await runLine(line, operators);
    if (line === asks) {
      expect(ended).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('prompts are off here') as string,
      });
    } else {
      expect([line, ended.stderr, ended.code]).toEqual([line, ended.stderr, 0]);
      // A pipe of an empty list prints nothing, and neither does a server that is asked nothing.
      if (!/rental (limits|mcp|trips watch)|\.problem\b/.test(line))
        expect([line, ended.stdout]).not.toEqual([line, '']);
    }
  }
}

const linesOfHelp: readonly (readonly [name: string, lines: string[]])[] = [
  ['rental', programExamples.map(({ line }) => line)],
  ...withSubcommands(commands).map(
    ({ name, examples }) => [name, examples.map(({ line }) => line)] as const,
  ),
];

/** Saves the trips that the examples of `rental trips` name. */
const saves = [
  'rental quote 101 --pick-up 1 --from +30d --to +7d --sandbox --save north',
  'rental compare --pick-up 1 --from +30d --nights 7 --sandbox --save december',
];

test.each(sample(linesOfHelp, 4))('every example works in the help of %s', (name, lines) =>
  runAll(name.startsWith('trips ') ? [...saves, ...lines] : lines),
);

/** The cookbook and the jobs of docs/ci.md have tests of their own. */
const pages = ['README.md', ...readdirSync('docs').map((file) => `docs/${file}`)].filter(
  (page) => page.endsWith('.md') && page !== 'docs/cookbook.md' && linesOf(page).length > 0,
);

/** In blocks for a shell, and after a prompt in the others. */
function linesOf(page: string): string[] {
  const blocks = [...readFileSync(page, 'utf8').matchAll(/^```(sh|console|)\n(.*?)^```$/gms)];
  return blocks.flatMap(([, kind = '', text = '']) => {
    const lines = text.replace(/\\\n\s*/g, '').split('\n');
    const commandLines = kind === 'sh' ? lines : lines.filter((line) => line.startsWith('$ '));
    return commandLines
      .map((line) => line.replace(/^\$ /, '').trim())
      .filter((line) => line.startsWith('rental '));
  });
}

test.each(sample(pages, 4))('every command line works in %s', async (page) => {
  // Lucky, which the pages add, exists here already.
  const isAdded = (line: string): boolean => line.startsWith('rental operators add lucky ');
  await runAll(
    linesOf(page).map((line) => (isAdded(line) ? line.replace('lucky', 'plucky') : line)),
  );
});

test('the pages with command lines are found', () => {
  expect(pages).toEqual(['README.md', 'docs/budget.md', 'docs/ci.md', 'docs/trips.md']);
});
