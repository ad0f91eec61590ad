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
import { topicNames, topics, type TopicName } from './topics.ts';

/** What to explain: a command, or words that name a topic or a command, or else the program. */
export interface HelpSubject {
  readonly command?: Command | undefined;
  readonly words?: readonly string[];
}

/**
 * A topic wins over a command of its name; with more words only a command can be meant, and what is
 * left over is an error. Throws UsageError, also for a name that is neither.
 */
export function helpText(
  { words = [], command }: HelpSubject,
  commands: readonly Command[],
  layout: PageLayout,
): string {
  const [word = '', secondWord] = words;
  if (command !== undefined) return commandPage(command, layout);
  // There is nothing more to say about help and version.
  if (['', 'help', 'version'].includes(word)) return programPage(commands, layout);
  const { command: named, args } = commandNamed(words, commands);
  const topic = topicNames.find((name) => name === word);
  if (topic !== undefined && secondWord === undefined) return topicPage(topic, named, layout);
  if (named !== undefined) {
    const [surplus] = args;
    if (surplus === undefined) return commandPage(named, layout);
    if (named.subcommands !== undefined) throw unknownSubcommand(named, surplus);
    throw surplusSubject(named.name, surplus);
  }
  if (topic !== undefined && secondWord !== undefined) throw surplusSubject(topic, secondWord);
  throw unknownSubject(word, commands);
}

/** `command`: the command of the same name, if there is one. */
function topicPage(topic: TopicName, command: Command | undefined, layout: PageLayout): string {
  if (topic === 'flags') return flagsPage(layout);
  const also =
    command === undefined ? '' : `\nFor the command of the same name: rental ${topic} --help\n`;
  return `${sectionOf(topics[topic].heading, layout)}\n${also}`;
}

function unknownSubject(word: string, commands: readonly Command[]): UsageError {
  // Some topics are called like a command.
  const known = [
    ...new Set([...topicNames, ...commands.flatMap((one) => [one.name, ...(one.aliases ?? [])])]),
  ];
  const error = unknownWord('there is no help for', word, known, 'topics and commands');
  const hint = hintForCommand(word, commands);
  return hint === undefined ? error : error.withHint(hint);
}

function surplusSubject(subject: string, surplus: string): UsageError {
  return new UsageError(surplusArgument(`rental help ${subject}`, 0, surplus), {
    hint: `rental help ${subject} explains ${subject}`,
  });
}
