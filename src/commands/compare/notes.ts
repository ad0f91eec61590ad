/** The notes of a sweep. Above a table there is room for three lines; -v and every other form say all. */
import type { Context } from '../../cli/context.ts';
import { flagOf } from '../../cli/flags.ts';
import { inWords, type FieldText } from '../../errors.ts';

export interface Notes {
  say(...notes: readonly FieldText[]): void;
  /** Of days without times, which must not be missed. */
  warn(...texts: readonly string[]): void;
  /** Says what was held back. */
  end(): void;
}

interface Held {
  readonly text: string;
  readonly print: (text: string) => void;
}

const mostLines = 3;
/** For the last note, which is about the result. */
const keptLines = 2;

export function createNotes(context: Context): Notes {
  const { io, settings, progress } = context;
  const isBrief = context.showsView && io.stderr.isTTY === true && settings.verbose === 0;
  if (!isBrief) return { say: context.note, warn: context.warn, end: () => {} };
  const said = new Set<string>();
  const held: Held[] = [];
  let firstWarning: Held | undefined;
  let left = mostLines;
  /** Whole or not at all: what a cut note lacks can be what matters. */
  const printIfShort = ({ text, print }: Held, lines: number): boolean => {
    const own = progress.noteLines(text);
    if (own > lines) return false;
    left -= own;
    print(text);
    return true;
  };
  const say = (one: Held): void => {
    if (said.has(one.text)) return;
    said.add(one.text);
    if (held.length > 0 || !printIfShort(one, left - keptLines)) held.push(one);
  };
  return {
    say: (...notes) => notes.forEach((note) => say({ text: inWords(note, flagOf), print: progress.note })),
    warn: (...texts) => {
      const warnings = texts.map((text) => ({ text, print: progress.warn }));
      firstWarning ??= warnings[0];
      warnings.forEach(say);
    },
    end: () => {
      const last = held.find((one) => one === firstWarning) ?? held.at(-1);
      if (last === undefined) return;
      const withCount = (more: number): string => last.text + (more === 0 ? '' : ` (${more} more: -v)`);
      const others = held.splice(0).filter((one) => one !== last);
      const kept = progress.noteLines(withCount(others.length));
      last.print(withCount(others.filter((one) => !printIfShort(one, left - kept)).length));
    },
  };
}
