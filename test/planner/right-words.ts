/** What a text means in a list, by the rules alone: it shares nothing with the program's own reading. */
export interface Item {
  readonly id: number;
  readonly name: string;
}

export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/, /g, ',')
    .trim();
const isId = (text: string): boolean => /^\s*\d+\s*$/.test(text);

/** By id, by the exact name, by the whole name, by the beginning, by any part: the first of these that fits anything. */
export function meaning<T extends Item>(text: string, items: readonly T[], quantity = 1) {
  const [folded, names] = [plain(text), items.map(({ name }) => plain(name))];
  const fitting = (fits: (name: string, index: number) => boolean) => items.filter((_, at) => fits(names[at]!, at));
  const steps = [
    () => items.filter(({ name }) => name === text.trim()),
    () => fitting((name) => name === folded),
    () => fitting((name) => name.startsWith(folded)),
    () => fitting((name) => name.includes(folded)),
  ];
  const step = folded === '' ? -1 : steps.findIndex((find) => find().length > 0);
  const found = isId(text) ? items.filter(({ id }) => id === Number(text)) : (steps[step]?.() ?? []);
  const how = isId(text) ? 'id' : step === 0 || step === 1 ? 'whole' : 'part';
  /** Pieces that are together a part of one name may be refused, because they can be several things. */
  return { text, found, how, id: Number(text), quantity, isUnclear: false } as const;
}
export type Meaning = Omit<ReturnType<typeof meaning>, 'isUnclear'> & { readonly isUnclear: boolean };

/** With a number before or after it, unless that belongs to the name. */
function counted(text: string, items: readonly Item[]): Meaning {
  const [, before, thing, other, after] = /^(\d+) ?[x×] ?(\S.*)$|^(.*\S):(\d+)$/u.exec(text.trim()) ?? [];
  const own = meaning(text, items);
  const number = before ?? after;
  if (number === undefined || own.how !== 'part') return own;
  const rest = meaning(thing ?? other!, items, Number(number));
  return rest.how !== 'part' || own.found.length === 0 ? rest : own;
}

/** Each piece between commas; pieces that are a whole name together are one thing, the longest name first. */
export function meanings(texts: readonly string[], items: readonly Item[]): Meaning[] {
  return texts.flatMap((text) => {
    const pieces = text.split(',').filter((piece) => piece.trim() !== '');
    const found: Meaning[] = pieces.length === 0 ? [meaning('', items)] : [];
    while (pieces.length > 0) {
      const runs = pieces.map((_, index) => pieces.slice(0, index + 1)).toReversed();
      const read = runs.map((run) => ({ run, ...counted(run.join(','), items) }));
      // A number goes with its own piece, unless all of them are a whole name.
      const isTogether = ({ run, found: fit, how, quantity }: (typeof read)[number]): boolean =>
        fit.length > 0 && !run.every(isId) && (how === 'whole' || quantity === 1);
      const taken = read.find((one) => one.run.length === 1 || isTogether(one))!;
      found.push({ ...taken, isUnclear: taken.run.length > 1 && taken.how === 'part' });
      pieces.splice(0, taken.run.length);
    }
    return found;
  });
}
