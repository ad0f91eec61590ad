/** Manual pages in roff: `rental.1`, one for each command, and one for each topic. */
import manifest from '../package.json' with { type: 'json' };
import type { Command } from '../src/cli/command.ts';
import guide from '../docs/guide.md?raw';
import { sectionOf } from '../src/cli/help/guide.ts';
import { exampleLines } from '../src/cli/help/layout.ts';
import { commandPage, flagsPage, programPage, type HelpPage, type Section } from '../src/cli/help/page.ts';
import { topicNames, topics } from '../src/cli/help/topics.ts';
import { bold, codeLines, plain, quoted, roffOf, textLines } from './roff.mts';

export interface ManualPage {
  /** `rental-quote.1` */
  readonly file: string;
  readonly text: string;
}

export function manualPages(commands: readonly Command[]): ManualPage[] {
  return [
    programManual(commands),
    ...commands.map((command) => commandManual(command)),
    ...topicNames.map((name) => {
      const body = name === 'flags' ? sectionsOf(flagsPage()) : ['.SH DESCRIPTION', ...contentOf(topics[name].heading)];
      const also = commands.some((command) => command.name === name) ? [`rental-${name}(1)`] : [];
      return page(`rental-${name}`, 7, topics[name].summary, [...body, ...seeAlso(['rental(1)', ...also])]);
    }),
  ];
}

function programManual(commands: readonly Command[]): ManualPage {
  const { sections } = programPage(commands);
  const lists = sections.filter(({ title }) => !title.startsWith('HELP'));
  const body = [
    ...sectionsOf({ purpose: manifest.description, sections: lists, closing: [] }),
    ...sectionsOf(flagsPage()).slice(1),
    '.SH EXIT CODES',
    ...contentOf(topics['exit-codes'].heading),
    '.SH FILES',
    ...contentOf('Files'),
    ...seeAlso([...commands.map(({ name }) => `rental-${name}(1)`), ...topicNames.map((name) => `rental-${name}(7)`)]),
  ];
  return page('rental', 1, 'plan a vehicle rental from the terminal', body);
}

function commandManual(command: Command): ManualPage {
  const body = [
    ...sectionsOf(commandPage(command)),
    '.SH NOTES',
    ...contentOf(headingOf(command.name)),
    ...seeAlso(['rental(1)', 'rental-flags(7)', ...(command.see ?? []).map((topic) => `rental-${topic}(7)`)]),
  ];
  return page(`rental-${command.name}`, 1, command.summary, body);
}

function page(name: string, section: 1 | 7, summary: string, body: readonly string[]): ManualPage {
  const head = [
    `.TH ${quoted(name.toUpperCase())} ${section} "" ${quoted(`rental ${manifest.version}`)} "rental"`,
    '.SH NAME',
    `${plain(name)} \\- ${plain(summary)}`,
  ];
  // A paragraph after a heading has no distance of its own.
  const text = `${[...head, ...body].join('\n')}\n`.replace(/^(\.S[HS] .*\n)\.PP\n/gm, '$1');
  return { file: `${name}.${section}`, text };
}

/** `page` without what points to other pages: that is in SEE ALSO. */
function sectionsOf({ purpose, sections }: HelpPage): string[] {
  const description = ['.SH DESCRIPTION', ...textLines(plain(purpose))];
  const [usage, ...rest] = sections;
  const start =
    usage?.kind === 'usage'
      ? [...sectionLines(usage), ...description]
      : [...description, ...sections.slice(0, 1).flatMap(sectionLines)];
  return [...start, ...rest.flatMap(sectionLines)];
}

function sectionLines(section: Section): string[] {
  const title = section.kind === 'usage' ? 'SYNOPSIS' : section.title;
  const heading = `.SH ${quoted(title)}`;
  switch (section.kind) {
    case 'usage':
      return [heading, ...section.lines.map((line) => bold(line))];
    case 'examples':
      return [
        heading,
        ...section.examples.flatMap(({ does, line }) => [
          '.PP',
          ...textLines(plain(`${does}:`)),
          ...codeLines(exampleLines(line, 72).map((one) => one.slice(2))),
        ]),
      ];
    case 'pairs':
      return [
        heading,
        ...section.pairs.flatMap(({ term, text, variable }) => [
          '.TP',
          bold(term),
          ...textLines(plain(text)),
          ...(variable === undefined ? [] : ['.br', bold(variable)]),
        ]),
      ];
  }
}

/** A section of the manual without its heading. */
function contentOf(heading: string): string[] {
  return roffOf(sectionOf(heading).replace(/^.*\n/, ''));
}

/** Several commands can share a section. */
function headingOf(command: string): string {
  const headings = [...guide.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading);
  return headings.find((heading) => heading.split(', ').includes(command)) ?? '';
}

function seeAlso(names: readonly string[]): string[] {
  const references = names.map((name) =>
    name.replace(/^(.*)(\(\d\))$/, (_, page: string, section: string) => `\\fB${plain(page)}\\fR${section}`),
  );
  return ['.SH SEE ALSO', references.join(',\n')];
}
