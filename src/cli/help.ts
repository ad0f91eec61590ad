/** The text of the help: what is not made from commands and flags, and how the page is laid out. */
import { Help, type Command as Program, type HelpConfiguration } from 'commander';
import type { Command, CommandGroup } from './command.ts';

const groups: readonly CommandGroup[] = ['PLAN', 'BROWSE', 'BOOK', 'OPERATE'];

/** What `rental` without arguments prints: enough to start with. */
export function shortHelp(commands: readonly Command[]): string {
  const width = Math.max(...commands.map((command) => command.name.length)) + 2;
  const lists = groups.map((group) => {
    const lines = commands
      .filter((command) => command.group === group)
      .map((command) => `  ${command.name.padEnd(width)}${command.summary}`);
    return lines.length === 0 ? '' : `${group}\n${lines.join('\n')}\n\n`;
  });
  return `rental: plan a vehicle rental from the terminal\n\n${lists.join('')}Try it on sample data:  rental plan --sandbox
A deployment:           rental depots --base-url <url>
All flags:              rental --help, rental <command> --help\n`;
}

/** The end of `rental --help`. */
export function helpFooter(commands: readonly Command[], width: number): string {
  const example = commands.find((command) => command.name === 'plan')?.examples[0] ?? 'rental --help';
  return `
EXAMPLES:
${exampleLines(example, width)}${exampleLines('rental depots --base-url https://www.example.com/api/agent --json', width)}
ENVIRONMENT:
  Each global flag is also RENTAL_<NAME>, such as RENTAL_BASE_URL;
  0, false, no, off and empty mean off. NO_COLOR, FORCE_COLOR, CLICOLOR,
  HTTPS_PROXY, NO_PROXY and NODE_EXTRA_CA_CERTS work as usual.

EXIT CODES:
  0  done           4  unavailable         8  partial result
  1  answer is no   5  rate limited        9  output not written
  2  usage          6  network trouble    70  a bug
  3  refused        7  interface broken  130  interrupted (143 terminated)
`;
}

/** `  $ rental …`; a long one continues on further lines that a shell reads as one, and starts them with flags where it can. */
export function exampleLines(example: string, width: number): string {
  // A flag and its value, a quoted text and the end of a pipe stay together.
  const parts = example.match(/(?:\|.*|--[\w-]+(?: (?!--|\|)(?:"[^"]*"|\S+))?|"[^"]*"|\S+)/g) ?? [example];
  const lines = wrapParts(parts, width - 4 - ' \\'.length);
  return lines.map((line, index) => `${index === 0 ? '  $ ' : '      '}${line}`).join(' \\\n') + '\n';
}

function wrapParts(parts: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const line = lines.at(-1);
    const room = lines.length === 1 ? width : width - 2;
    if (line === undefined || line.length + 1 + part.length > room) lines.push(part);
    else lines[lines.length - 1] = `${line} ${part}`;
  }
  return lines;
}

export const helpLayout: HelpConfiguration = {
  showGlobalOptions: true,
  styleTitle: (title) => titles[title] ?? title.toUpperCase(),
  subcommandTerm,
  formatHelp: (command, help) => flagsLast(Help.prototype.formatHelp.call(help, command, help)),
};

/** Replaces commander's own headings. */
const titles: Readonly<Record<string, string>> = { 'Global Options:': 'GLOBAL FLAGS:', 'Options:': 'FLAGS:' };

/** Commander lists flags before commands, but readers look for the commands first. */
function flagsLast(page: string): string {
  const sections = page.trimEnd().split('\n\n');
  const areFlags = (section: string): boolean => /^(GLOBAL )?FLAGS:\n/.test(section);
  return [...sections.filter((one) => !areFlags(one)), ...sections.filter(areFlags)].join('\n\n') + '\n';
}

/** Without aliases and flags, which are in the command's own help. */
function subcommandTerm(command: Program): string {
  const args = command.registeredArguments.map((argument) =>
    argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
  );
  return [command.name(), ...args].join(' ');
}
