/** What the word at the cursor is: a command, a flag, the value of a flag, or an argument. */
import type { Command } from '../command.ts';
import type { Flag, Flags } from '../flags.ts';
import { globalFlags, ownFlags } from '../global-flags.ts';

export interface Position {
  readonly command: Command | undefined;
  /** Values given so far, by the flag's own name. */
  readonly given: ReadonlyMap<string, readonly string[]>;
  /** Arguments of the command so far. */
  readonly args: readonly string[];
  readonly at:
    | { readonly kind: 'command' | 'subject' | 'flag' | 'nothing' }
    /** `before` is the part of the word that precedes the value: `--format=`. */
    | { readonly kind: 'value'; readonly name: string; readonly flag: Flag; readonly before: string }
    | { readonly kind: 'argument'; readonly index: number; readonly canBeFlag: boolean };
}

export function flagsOf(command: Command | undefined): Flags {
  const { help, version } = ownFlags;
  return command === undefined
    ? { ...globalFlags, help, version }
    : { ...command.flags, ...globalFlags, ...command.flags, help };
}

/** `words` are those after the program's name and before the one at the cursor. */
export function positionOf(words: readonly string[], word: string, commands: readonly Command[]): Position {
  let command: Command | undefined;
  let name: string | undefined;
  let pending: { readonly name: string; readonly flag: Flag } | undefined;
  let isOver = false;
  const args: string[] = [];
  const given = new Map<string, string[]>();
  const add = (flag: string, value: string): void => void given.set(flag, [...(given.get(flag) ?? []), value]);
  for (const each of words) {
    if (pending !== undefined) {
      add(pending.name, each);
      pending = undefined;
    } else if (!isOver && each === '--') isOver = true;
    else if (!isOver && /^-./.test(each)) {
      const { found, value } = readFlag(each, flagsOf(command));
      for (const one of found) {
        if (value !== undefined || !takesNextWord(one.flag)) add(one.name, value ?? '');
        else pending = one;
      }
    } else if (name === undefined) {
      name = each;
      command = commands.find((one) => one.name === each || one.aliases?.includes(each));
    } else args.push(each);
  }
  const at = (): Position['at'] => {
    if (pending !== undefined) return { kind: 'value', ...pending, before: '' };
    const { found, value } = readFlag(isOver ? '' : word, flagsOf(command));
    const [flag] = found;
    if (flag !== undefined && value !== undefined) {
      return 'value' in flag.flag
        ? { kind: 'value', ...flag, before: word.slice(0, -value.length || undefined) }
        : { kind: 'nothing' };
    }
    if (!isOver && word.startsWith('-')) return { kind: 'flag' };
    if (name === undefined) return { kind: 'command' };
    if (name === 'help' && command === undefined && args.length === 0) return { kind: 'subject' };
    return command === undefined ? { kind: 'nothing' } : { kind: 'argument', index: args.length, canBeFlag: !isOver };
  };
  return { command, given, args, at: at() };
}

/** Flags with choices take a value only after `=`. */
function takesNextWord(flag: Flag): boolean {
  return 'value' in flag && flag.kind !== 'choices';
}

/** `--format`, `--format=csv`, `-q`, `-vv`; `value` is what follows `=`. Unknown flags are left out. */
function readFlag(word: string, flags: Flags) {
  const all = Object.entries(flags).map(([name, flag]) => ({ name, flag }));
  const [, spelling, value] = /^--([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
  const letters = /^-([A-Za-z]+)$/.exec(word)?.[1] ?? '';
  const isMeant = ({ name, flag: { short, aliases = [] } }: (typeof all)[number]): boolean =>
    spelling === undefined
      ? short !== undefined && letters.includes(short)
      : name === spelling || aliases.includes(spelling);
  return { found: all.filter(isMeant), value };
}
