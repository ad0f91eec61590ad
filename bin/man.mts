/** Manual pages in roff: `rental.1`, one for each command, and one for each topic. */
import manifest from '../package.json' with { type: 'json' };
import type { Command } from '../src/cli/command.ts';
import {
  commandSection,
  sectionOf,
  topicSection,
  type Inline,
  type Passage,
  type Piece,
} from '../src/cli/help/guide.ts';
import { exampleLines } from '../src/cli/help/layout.ts';
import { commandPage, flagsPage, programPage, type HelpPage, type Section } from '../src/cli/help/page.ts';
import { topicNames, topics } from '../src/cli/help/topics.ts';

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
      const body =
        name === 'flags' ? sectionsOf(flagsPage()) : ['.SH DESCRIPTION', ...topicSection(name).flatMap(blockLines)];
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
    ...topicSection('exit-codes').flatMap(blockLines),
    '.SH FILES',
    ...(sectionOf('Files') ?? []).flatMap(blockLines),
    ...seeAlso([...commands.map(({ name }) => `rental-${name}(1)`), ...topicNames.map((name) => `rental-${name}(7)`)]),
  ];
  return page('rental', 1, 'plan a vehicle rental from the terminal', body);
}

function commandManual(command: Command): ManualPage {
  const body = [
    ...sectionsOf(commandPage(command)),
    '.SH NOTES',
    ...(commandSection(command.name) ?? []).flatMap(blockLines),
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
          ...code(exampleLines(line, 72).map((one) => one.slice(2))),
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

function blockLines(block: Passage): string[] {
  switch (block.kind) {
    case 'heading':
      return [`.SS ${quoted(block.text.map(({ text }) => text).join(''))}`];
    case 'paragraph':
      return ['.PP', ...textLines(inline(block.text))];
    case 'list':
      return block.items.flatMap((item) => ['.IP \\(bu 2', ...textLines(inline(item))]);
    case 'code':
      return code(block.lines);
    case 'table':
      return block.rows.flatMap(([first = [], ...rest]) => {
        const texts = rest.map(inline).filter((text) => text !== '');
        return ['.TP', ...textLines(inline(first)), ...textLines(texts.join('; '))];
      });
  }
}

/** The text is not filled, so that it can be copied. */
function code(lines: readonly string[]): string[] {
  return ['.PP', '.RS 4', '.nf', ...lines.flatMap((line) => textLines(plain(line))), '.fi', '.RE'];
}

function inline(text: Inline): string {
  const fonts: Readonly<Record<Piece['style'], string>> = {
    plain: '',
    code: 'B',
    strong: 'B',
    emphasis: 'I',
    link: '',
  };
  return text
    .map(({ text: part, style }) => (fonts[style] === '' ? plain(part) : `\\f${fonts[style]}${plain(part)}\\fR`))
    .join('');
}

function seeAlso(names: readonly string[]): string[] {
  const references = names.map((name) =>
    name.replace(/^(.*)(\(\d\))$/, (_, page: string, section: string) => `\\fB${plain(page)}\\fR${section}`),
  );
  return ['.SH SEE ALSO', references.join(',\n')];
}

function bold(text: string): string {
  return `\\fB${plain(text)}\\fR`;
}

function quoted(text: string): string {
  return `"${plain(text).replaceAll('"', '\\(dq')}"`;
}

/** A line that begins with a dot or an apostrophe would be a command of roff. */
function textLines(text: string): string[] {
  return text === '' ? ['\\&'] : [text.replace(/^(?=[.'])/, '\\&')];
}

function plain(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll("'", '\\(aq')
    .replaceAll('`', '\\(ga')
    .replaceAll('^', '\\(ha')
    .replaceAll('~', '\\(ti')
    .replace(
      /[^\0-\u007F]/gu,
      (char) => `\\[u${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
    );
}
