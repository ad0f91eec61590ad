/**
 * The text of `rental help <subject>`, which is also that of `rental <command> --help`. Loaded only
 * for help.
 */
import { UsageError } from '../../base/errors.ts';
import { commandNamed, type Command } from '../command.ts';
import { hintForCommand } from '../other-words.ts';
import { commandPage, flagsPage, programPage, type PageLayout } from './page.ts';
import { surplusArgument, unknownSubcommand, unknownWord } from '../unknown-word.ts';
import { sectionOf } from './section.ts';
import { topicNames, topics } from './topics.ts';

/**
 * What to explain: a command, words, of which the first is a topic before it is a command, or the
 * program.
 */
export interface HelpSubject {
  readonly command?: Command | undefined;
  readonly words?: readonly string[];
}

/** Throws UsageError for a name that is neither a topic nor a command. */
export function helpText(
  { words = [], command }: HelpSubject,
  commands: readonly Command[],
  paper: PageLayout,
): string {
  const [word = ''] = words;
  if (command !== undefined) return commandPage(command, paper);
  // There is nothing more to say about help and version.
  if (['', 'help', 'version'].includes(word)) return programPage(commands, paper);
  const { command: named, args } = commandNamed(words, commands);
  const topic = words.length > 1 ? undefined : topicNames.find((one) => one === word);
  if (topic === 'flags') return flagsPage(paper);
  if (topic !== undefined) {
    const also =
      named === undefined ? '' : `\nFor the command of the same name: rental ${word} --help\n`;
    return `${sectionOf(topics[topic].heading, paper)}\n${also}`;
  }
  if (named?.subcommands !== undefined && args[0] !== undefined)
    throw unknownSubcommand(named, args[0]);
  const [subject, surplus] =
    named === undefined
      ? [topicNames.find((one) => one === word), words[1]]
      : [named.name, args[0]];
  if (subject !== undefined && surplus !== undefined) throw surplusSubject(subject, surplus);
  if (named !== undefined) return commandPage(named, paper);
  // Some topics are called like a command.
  const known = [
    ...new Set([...topicNames, ...commands.flatMap((one) => [one.name, ...(one.aliases ?? [])])]),
  ];
  const error = unknownWord('there is no help for', word, known, 'topics and commands');
  const hint = hintForCommand(word, commands);
  throw hint === undefined ? error : error.withHint(hint);
}

function surplusSubject(subject: string, surplus: string): UsageError {
  return new UsageError(surplusArgument(`rental help ${subject}`, 0, surplus), {
    hint: `rental help ${subject} explains ${subject}`,
  });
}
