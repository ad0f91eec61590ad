/** The text of `rental help <subject>`, which is also that of `rental <command> --help`. Loaded only for help. */
import { bundledFile } from '../../bundled-files.ts';
import { wrapWords } from '../../base/words.ts';
import { commandNamed, wordOf, type Command } from '../command.ts';
import { commandPage, flagsPage, programPage, type Paper } from './page.ts';
import { unknownWord } from '../unknown-word.ts';
import { topicNames, topics } from './topics.ts';

/** What to explain: a command, words, of which the first is a topic before it is a command, or the program. */
export interface HelpSubject {
  readonly command?: Command | undefined;
  readonly words?: readonly string[];
}

/** Throws UsageError for a name that is neither a topic nor a command. */
export function helpText({ words = [], command }: HelpSubject, commands: readonly Command[], paper: Paper): string {
  const [word = ''] = words;
  if (command !== undefined) return commandPage(command, paper);
  // There is nothing more to say about help and version.
  if (['', 'help', 'version'].includes(word)) return programPage(commands, paper);
  const { command: named, args } = commandNamed(words, commands);
  const topic = words.length > 1 ? undefined : topicNames.find((one) => one === word);
  if (topic === 'flags') return flagsPage(paper);
  if (topic !== undefined) {
    const also = named === undefined ? '' : `\nThe command of the same name: rental ${word} --help\n`;
    return `${sectionOf(topics[topic].heading, paper.width)}\n${also}`;
  }
  const { subcommands } = named ?? {};
  if (named !== undefined && subcommands !== undefined && args[0] !== undefined)
    throw unknownWord(`rental ${named.name} has no subcommand`, args[0], subcommands.map(wordOf), 'subcommands');
  if (named !== undefined) return commandPage(named, paper);
  const known = [...topicNames, ...commands.flatMap((one) => [one.name, ...(one.aliases ?? [])])];
  throw unknownWord('there is no help for', word, known, 'topics and commands');
}

/** A paragraph is one text, wherever its lines in the manual end. The last cell of a table hangs beside the others. Indented code stays. */
function wrapText(text: string, width: number): string {
  const joined = text.replace(/(?<=\S)\n *(?=[\w(`](?!``))/g, ' ').replace(/\n\| -.*/g, '');
  const rows = joined.replace(/^\| (.*) \| (.*?) *\|$/gm, (_, first: string, last: string) => {
    const most = Math.min(first.length, 28);
    const start = first.replaceAll('|', ' ').trimEnd().padEnd(most);
    return wrapWords(`${start}  ${last}`, width, ' '.repeat(most + 2)).join('\n');
  });
  const fit = (line: string) =>
    line.startsWith(' ') ? line : wrapWords(line, width, line.startsWith('- ') ? '  ' : '');
  return rows.split('\n').flatMap(fit).join('\n');
}

/**
 * A section of the manual in lines of `width`, without links and pictures: the heading, of any level, and what is below it, up to the
 * next heading of that level or above; empty if there is none.
 */
export function sectionOf(heading: string, width: number): string {
  const guide = bundledFile('docs/guide.md').toString();
  const marks = new RegExp(`^(#+) ${heading}$`, 'm').exec(guide);
  if (marks === null) return '';
  const [line, { length: level }] = [marks[0], marks[1] ?? ''];
  const rest = guide.slice(marks.index + line.length);
  const end = rest.search(new RegExp(`^#{1,${level}} `, 'm'));
  const section = `${line}${end < 0 ? rest : rest.slice(0, end)}`.replace(/^!\[.*\n\n?/gm, '').trimEnd();
  // A link to another page leads nowhere in a terminal.
  return wrapText(section.replace(/\[([^\]\n]+)\]\([\w#./-]+\)/g, '$1'), width);
}
