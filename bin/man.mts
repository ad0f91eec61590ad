/** Manual pages in roff: `rental.1`, and one for each command. They say what the help says, and name the topics of `rental help`. */
import manifest from '../package.json' with { type: 'json' };
import type { Command } from '../src/cli/command.ts';
import { exampleLines } from '../src/cli/help/layout.ts';
import { commandPage, flagsPage, programPage, type HelpPage, type Section } from '../src/cli/help/page.ts';

export interface ManualPage {
  /** `rental-quote.1` */
  readonly file: string;
  readonly text: string;
}

export function manualPages(commands: readonly Command[]): ManualPage[] {
  const program: HelpPage = {
    ...programPage(commands),
    purpose: manifest.description,
    sections: [...programPage(commands).sections, ...flagsPage().sections],
  };
  return [
    pageOf(
      'rental',
      'plan a vehicle rental from the terminal',
      program,
      commands.map(({ name }) => `rental-${name}`),
    ),
    ...commands.map((command) => pageOf(`rental-${command.name}`, command.summary, commandPage(command), ['rental'])),
  ];
}

function pageOf(name: string, summary: string, page: HelpPage, also: readonly string[]): ManualPage {
  const [usage, ...rest] = page.sections;
  const lines = [
    `.TH ${quoted(name.toUpperCase())} 1 "" ${quoted(`rental ${manifest.version}`)} "rental"`,
    '.SH NAME',
    `${plain(name)} \\- ${plain(summary)}`,
    ...(usage === undefined ? [] : sectionLines({ ...usage, title: 'SYNOPSIS' })),
    '.SH DESCRIPTION',
    textLine(page.purpose),
    ...rest.flatMap(sectionLines),
    '.SH SEE ALSO',
    ...page.closing.flatMap((line) => [textLine(line), '.PP']),
    also.map((other) => `\\fB${plain(other)}\\fR(1)`).join(',\n'),
  ];
  return { file: `${name}.1`, text: `${lines.join('\n')}\n` };
}

function sectionLines(section: Section): string[] {
  return [`.SH ${quoted(section.title)}`, ...contentLines(section)];
}

function contentLines(section: Section): string[] {
  switch (section.kind) {
    case 'usage':
      return section.lines.map(bold);
    case 'examples':
      return section.examples.flatMap(({ does, line }, index) => [
        // A paragraph after a heading has no distance of its own.
        ...(index === 0 ? [] : ['.PP']),
        textLine(`${does}:`),
        // Not filled, so that it can be copied.
        ...['.PP', '.RS 4', '.nf', ...exampleLines(line, 72).map((one) => textLine(one.slice(2))), '.fi', '.RE'],
      ]);
    case 'pairs':
      return section.pairs.flatMap(({ term, text, variable }) => [
        '.TP',
        bold(term),
        textLine(text),
        ...(variable === undefined ? [] : ['.br', bold(variable)]),
      ]);
  }
}

function bold(text: string): string {
  return `\\fB${plain(text)}\\fR`;
}

function quoted(text: string): string {
  return `"${plain(text).replaceAll('"', '\\(dq')}"`;
}

/** A line that begins with a dot or an apostrophe would be a command of roff. */
function textLine(text: string): string {
  return text === '' ? '\\&' : plain(text).replace(/^(?=[.'])/, '\\&');
}

function plain(text: string): string {
  const named: Record<string, string> = {
    '\\': '\\e',
    '-': '\\-',
    "'": '\\(aq',
    '`': '\\(ga',
    '^': '\\(ha',
    '~': '\\(ti',
  };
  return text.replace(
    /[\\'`^~-]|[^\0-\u007F]/gu,
    (char) => named[char] ?? `\\[u${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
  );
}
