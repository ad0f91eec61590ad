/**
 * What a text means in a list, by the rules alone: it shares nothing with the program's own
 * reading.
 */
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
const isId = (text: string): boolean => /^\s*(0|[1-9]\d*)\s*$/.test(text);

/**
 * By id, by the exact name, by the whole name, by the beginning, by any part: the first of these
 * that fits anything.
 */
export function meaning<T extends Item>(text: string, items: readonly T[], quantity = 1) {
  const [folded, names] = [plain(text), items.map(({ name }) => plain(name))];
  const fitting = (fits: (name: string, index: number) => boolean) =>
    items.filter((_, at) => fits(names[at]!, at));
  const steps = [
    () => items.filter(({ name }) => name === text.trim()),
    () => fitting((name) => name === folded),
    () => fitting((name) => !/^\d+$/.test(folded) && name.startsWith(folded)),
    () => fitting((name) => !/^\d+$/.test(folded) && name.includes(folded)),
  ];
  const step = folded === '' ? -1 : steps.findIndex((find) => find().length > 0);
  const found = isId(text)
    ? items.filter(({ id }) => id === Number(text))
    : (steps[step]?.() ?? []);
  const how = isId(text) ? 'id' : step === 0 || step === 1 ? 'whole' : 'part';
  return { text, found, how, id: Number(text), quantity } as const;
}
export type Meaning = ReturnType<typeof meaning>;

/** With a number before it, unless that belongs to the name. */
function counted(text: string, items: readonly Item[]): Meaning {
  const [, number, thing = ''] = /^(\d+) ?[x×] ?(\S.*)$/u.exec(text.trim()) ?? [];
  const own = meaning(text, items);
  if (number === undefined || own.how !== 'part') return own;
  const rest = meaning(thing, items, Number(number));
  return rest.how !== 'part' || own.found.length === 0 ? rest : own;
}

/**
 * Each piece between commas; pieces that are a whole name together are one thing, the longest name
 * first.
 */
export function meanings(texts: readonly string[], items: readonly Item[]): Meaning[] {
  return texts.flatMap((text) => {
    const pieces = text.split(',').filter((piece) => piece.trim() !== '');
    const found: Meaning[] = pieces.length === 0 ? [meaning('', items)] : [];
    while (pieces.length > 0) {
      const runs = pieces.map((_, index) => pieces.slice(0, index + 1)).toReversed();
      const read = runs.map((run) => ({ length: run.length, ...counted(run.join(','), items) }));
      const taken = read.find(({ length, how }) => length === 1 || how === 'whole')!;
      found.push(taken);
      pieces.splice(0, taken.length);
    }
    return found;
  });
}
