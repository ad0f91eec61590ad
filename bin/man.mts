/** Manual pages in roff: `rental.1`, one for each command, and one for each topic. They say what the help says; sections of the guide stay as they are. */
import manifest from '../package.json' with { type: 'json' };
import { sectionOf } from '../src/cli/help/guide.ts';
import { commandPage, flagsPage, programPage, type HelpPage, type Section } from '../src/cli/help/page.ts';
import { topicNames, topics } from '../src/cli/help/topics.ts';
import { commands } from '../src/commands/index.ts';

export interface ManualPage {
  /** `rental-quote.1` */
  readonly file: string;
  readonly text: string;
}

export function manualPages(): ManualPage[] {
  const names = [...commands.map(({ name }) => `rental-${name}(1)`), ...topicNames.map((name) => `rental-${name}(7)`)];
  return [
    programManual(names),
    ...commands.map((command) => {
      // Several commands can share a section.
      const notes = guideLines('NOTES', `(.*, )?${command.name}(, .*)?`);
      const also = ['rental(1)', 'rental-flags(7)', ...(command.see ?? []).map((topic) => `rental-${topic}(7)`)];
      const body = [...helpLines(commandPage(command)), ...notes];
      return pageOf(`rental-${command.name}`, command.summary, body, also);
    }),
    ...topicNames.map((name) => {
      const topic: { readonly summary: string; readonly heading?: string } = topics[name];
      const body = topic.heading === undefined ? helpLines(flagsPage()) : guideLines('DESCRIPTION', topic.heading);
      return pageOf(`rental-${name}`, topic.summary, body, ['rental(1)'], 7);
    }),
  ];
}

function programManual(also: string[]): ManualPage {
  const { sections } = programPage(commands);
  const page = { purpose: manifest.description, sections: [...sections, ...flagsPage().sections], closing: [] };
  const exitCodes = guideLines('EXIT CODES', topics['exit-codes'].heading);
  const body = [...helpLines(page), ...exitCodes, ...guideLines('FILES', 'Files')];
  return pageOf('rental', 'plan a vehicle rental from the terminal', body, also);
}

function pageOf(name: string, summary: string, body: string[], also: string[], section = 1): ManualPage {
  const lines = [
    `.TH ${quoted(name.toUpperCase())} ${section} "" ${quoted(`rental ${manifest.version}`)} "rental"`,
    '.SH NAME',
    `${plain(name)} \\- ${plain(summary)}`,
    ...body,
    '.SH SEE ALSO',
    also
      .map((other) => other.replace(/^(.*)(\(\d\))$/, (_, page: string, number: string) => bold(page) + number))
      .join(',\n'),
  ];
  return { file: `${name}.${section}`, text: `${lines.join('\n')}\n` };
}

/** A page without what points to others: that is in SEE ALSO. */
function helpLines({ purpose, sections }: HelpPage): string[] {
  const usage = sections.filter(({ title }) => title === 'USAGE').map((one) => ({ ...one, title: 'SYNOPSIS' }));
  const others = sections.filter(({ title }) => title !== 'USAGE');
  return [...usage.flatMap(sectionLines), '.SH DESCRIPTION', textLine(purpose), ...others.flatMap(sectionLines)];
}

/** A section of the guide as `rental help` prints it; nothing if the guide has none. */
function guideLines(title: string, heading: string): string[] {
  const [, ...lines] = sectionOf(heading).split('\n');
  return lines.length === 0 ? [] : [`.SH ${title}`, '.nf', ...lines.slice(1).map(textLine), '.fi'];
}

function sectionLines({ title, lines }: Section): string[] {
  const content = lines.flatMap((line) => {
    // Not filled, so that a command can be copied.
    return typeof line === 'string' ? ['.nf', textLine(line), '.fi'] : ['.TP', bold(line.term), textLine(line.text)];
  });
  return lines.length === 0 ? [] : [`.SH ${quoted(title)}`, ...content];
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
