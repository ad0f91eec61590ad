/**
 * Manual pages in roff: `rental.1`, one for each command, and one for each topic. They say what the
 * help says.
 */
import manifest from '../package.json' with { type: 'json' };
import { commandPage, flagsPage, programPage } from '../src/cli/help/page.ts';
import { sectionOf } from '../src/cli/help/section.ts';
import { topicNames, topics } from '../src/cli/help/topics.ts';
import { withSubcommands, type Command } from '../src/cli/command.ts';
import { commands } from '../src/commands/index.ts';

/** `man` leaves so many of 80 columns. */
const paper = { width: 71, palette: { paint: (_style: unknown, text: string) => text } };

/** The text of each page with the name of its file, such as `rental-quote.1`. */
export function manualPages() {
  const names = [
    ...withSubcommands(commands).map((command) => `${pageName(command)}(1)`),
    ...topicNames.map((name) => `rental-${name}(7)`),
  ];
  const flags = helpLines(flagsPage(paper));
  const program = [
    ...helpLines(programPage(commands, paper)),
    // The flags without their usage and description.
    ...flags.slice(flags.indexOf('.SH "GLOBAL FLAGS"')),
    ...guideLines('EXIT CODES', topics['exit-codes'].heading),
    ...guideLines('FILES', 'Files'),
  ];
  return [
    pageOf('rental', manifest.description, program, names),
    ...withSubcommands(commands).map((command) => {
      // Several commands can share a section.
      const notes = guideLines('NOTES', `(.*, )?${command.name}(, .*)?`);
      const body = [...helpLines(commandPage(command, paper)), ...notes];
      const also = [
        'rental(1)',
        'rental-flags(7)',
        ...(command.see ?? []).map((topic) => `rental-${topic}(7)`),
      ];
      return pageOf(pageName(command), command.summary, body, also);
    }),
    ...topicNames.map((name) => {
      const topic: { readonly summary: string; readonly heading?: string } = topics[name];
      const body = topic.heading === undefined ? flags : guideLines('DESCRIPTION', topic.heading);
      return pageOf(`rental-${name}`, topic.summary, body, ['rental(1)'], 7);
    }),
  ];
}

/** `rental-trips-check` */
function pageName({ name }: Command): string {
  return `rental-${name.replaceAll(' ', '-')}`;
}

function pageOf(name: string, summary: string, body: string[], also: string[], section = 1) {
  const lines = [
    `.TH ${quoted(name.toUpperCase())} ${section} "" ${quoted(`rental ${manifest.version}`)} "rental"`,
    '.SH NAME',
    `${plain(name)} \\- ${plain(summary)}`,
    ...body,
    '.SH SEE ALSO',
    textLine(also.join(', ')),
  ];
  return { file: `${name}.${section}`, text: `${lines.join('\n')}\n` };
}

/** A page of the help as a terminal has it, with its titles as those of the manual. */
function helpLines(page: string): string[] {
  // Roff itself leaves a line above a title.
  const text = page.trimEnd().replace(/\n\n(?=[A-Z ]+:\n)/g, '\n');
  const [usage = '', ...below] = text.split('\n\n');
  const lines = below.join('\n\n').split('\n');
  const titled = lines.flatMap((line) => {
    const [, title] = /^([A-Z][A-Z ]+):$/.exec(line) ?? [];
    return title === undefined ? textLine(line) : ['.fi', `.SH ${quoted(title)}`, '.nf'];
  });
  const synopsis = [
    '.SH SYNOPSIS',
    '.nf',
    ...usage.replace('USAGE: ', '').split('\n').map(textLine),
    '.fi',
  ];
  return [...synopsis, '.SH DESCRIPTION', '.nf', ...titled, '.fi'];
}

/** A section of the guide as `rental help` prints it; nothing if the guide has none. */
function guideLines(title: string, headingPattern: string): string[] {
  // Without the heading and the empty line after it.
  const lines = sectionOf(headingPattern, paper).split('\n').slice(2);
  return lines.length === 0 ? [] : [`.SH ${title}`, '.nf', ...lines.map(textLine), '.fi'];
}

function quoted(text: string): string {
  return `"${plain(text).replaceAll('"', '\\(dq')}"`;
}

/** A line that begins with a dot or an apostrophe would be a command of roff. */
function textLine(text: string): string {
  return text === '' ? '\\&' : plain(text).replace(/^(?=[.'])/, '\\&');
}

function plain(text: string): string {
  const coded = text.replace(/[\\'`^~]|[^\0-\u007F]/gu, (char) => {
    const code = (char.codePointAt(0) ?? 0).toString(16).toUpperCase();
    return `\\[u${code.padStart(4, '0')}]`;
  });
  return coded.replaceAll('-', '\\-');
}
