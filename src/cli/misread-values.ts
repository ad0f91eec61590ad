/** Values that commander would misread: of `--json`, which takes none, and of `--sandbox`. */
import { UsageError } from '../base/errors.ts';
import { commandNamed, fieldNames, wordOf, type Command } from './command.ts';
import type { Flags } from './flags.ts';
import { globalFlags } from './global-flags.ts';
import type { Word, Words } from './words.ts';

/**
 * Other programs take fields there: `--json name,id`. As an argument they would find nothing, which
 * a script takes for a success. Throws UsageError.
 */
export function refuseValueOfJson(
  { words }: Words,
  plainWords: readonly string[],
  commands: readonly Command[],
): void {
  for (const [index, { long, value }] of words.entries()) {
    if (long !== 'json') continue;
    const fields = value ?? words[index + 1]?.text ?? '';
    // Commander takes the value for an operand: `rental --json name,id depots`.
    const others = plainWords.filter((one) => one !== fields);
    const { command } = commandNamed(others, commands);
    const isFields = command !== undefined && areFields(fields, command);
    if (!isFields && value === undefined) continue;
    throw new UsageError('--json takes no value', {
      hint: `--json --fields ${isFields ? fields : 'a,b'} prints these fields alone`,
    });
  }
}

/**
 * `--sandbox b`: `b` would be another argument, such as a search that finds nothing. Throws
 * UsageError.
 */
export function refuseChoiceAfterSpace({ words }: Words): void {
  for (const [index, word] of words.entries()) {
    const next = words[index + 1]?.text;
    const choices = choicesWithoutValue(word);
    if (next === undefined || choices?.includes(next.split(',')[0] ?? '') !== true) continue;
    throw new UsageError(`${word.text} takes a value only with =`, {
      hint: `did you mean ${word.text}=${next}?`,
    });
  }
}

/** The choices of a flag that is given without a value. These flags are all global. */
export function choicesWithoutValue({ long, value }: Word): readonly string[] | undefined {
  const flag = long === undefined ? undefined : (globalFlags as Flags)[long];
  return flag?.kind === 'choices' && value === undefined ? flag.choices : undefined;
}

/** Every piece is a field of the command, and the text is not a word that the command takes. */
function areFields(text: string, command: Command): boolean {
  const offered = Object.values(command.args).flatMap(({ offers: { words = [] } = {} }) =>
    typeof words === 'function' ? [] : words,
  );
  const isOffered = [...offered, ...(command.subcommands ?? []).map(wordOf)].includes(text);
  const fields = fieldNames(command);
  return !isOffered && text.split(',').every((piece) => fields.includes(piece));
}
