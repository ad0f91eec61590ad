/** Correct JSON documents with something changed, as text. */
import type { Dice } from '../../../test/support/dice.ts';
import { Digits, oddKeys, oddNumber, oddText, oddValue } from './values.ts';

type Container = Record<PropertyKey, unknown>;

interface Place {
  readonly within: Container;
  readonly key: string;
}

/** Changes values, removes and adds fields; `keepsTypes` leaves a document of the same shape. */
export function changedDocument(document: unknown, dice: Dice, keepsTypes: boolean): string {
  const root: Container = { document: structuredClone(document) };
  const changes = dice.pick([1, 1, 1, 2, 3, 8]);
  for (let made = 0; made < changes; made++) {
    const places = placesIn(root);
    // The whole document can be removed.
    if (places.length === 0) break;
    const place = dice.pick(places);
    const value = place.within[place.key];
    // Most documents must stay right in most of their parts, or only the first check would see them.
    if (keepsTypes || dice.chance(0.5)) place.within[place.key] = similar(value, dice, made === 0);
    else change(place, dice);
  }
  return write(root['document']);
}

function placesIn(within: Container, most = 5000): Place[] {
  const places: Place[] = [];
  const pending: Container[] = [within];
  for (let next = pending.pop(); next !== undefined && places.length < most; next = pending.pop()) {
    for (const [key, value] of Object.entries(next)) {
      places.push({ within: next, key });
      if (isContainer(value)) pending.push(value);
    }
  }
  return places;
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null && !(value instanceof Digits);
}

/** An odd value of the same type. Only one change may multiply a list, because several together multiply each other. */
function similar(value: unknown, dice: Dice, mayGrow: boolean): unknown {
  if (typeof value === 'string') return oddText(dice);
  if (typeof value === 'number') return oddNumber(dice);
  if (Array.isArray(value)) return similarList(value, dice, mayGrow);
  if (isContainer(value)) return withOwn(value, dice.pick(oddKeys), oddValue(dice));
  return value === null ? { id: 1, name: oddText(dice), cost: oddNumber(dice) } : value;
}

function similarList(list: readonly unknown[], dice: Dice, mayGrow: boolean): unknown[] {
  const long = (): unknown[] =>
    Array.from({ length: dice.pick([40, 40, 400]) }, (_, index) => list[index % Math.max(1, list.length)] ?? 0);
  const growing = mayGrow ? [(): unknown[] => [...list, ...list], long] : [];
  return dice.pick([() => [], () => dice.shuffled(list), () => list.slice(0, 1), ...growing])();
}

function change({ within, key }: Place, dice: Dice): void {
  if (dice.chance(0.25)) delete within[key];
  else if (dice.chance(0.1) && !Array.isArray(within)) withOwn(within, dice.pick(oddKeys), oddValue(dice));
  else within[key] = oddValue(dice);
}

/** `__proto__` becomes a field, too. */
function withOwn(target: Container, key: string, value: unknown): Container {
  return Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

/** JSON; nothing here is deep enough to run out of stack. */
function write(value: unknown): string {
  if (value instanceof Digits) return value.text;
  if (Array.isArray(value)) return `[${Array.from(value, (item: unknown) => write(item ?? null)).join(',')}]`;
  if (!isContainer(value)) return JSON.stringify(value ?? null);
  return `{${Object.entries(value)
    .map(([key, inner]) => `${JSON.stringify(key)}:${write(inner)}`)
    .join(',')}}`;
}

const bom = Buffer.from([0xef, 0xbb, 0xbf]);
const brokenUtf8 = [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf8, 0x88, 0x80, 0x80, 0x80], [0xe2, 0x82]];

/** The bytes of the text, which need not be JSON any more. */
export function changedText(text: string, dice: Dice): Buffer {
  const bytes = Buffer.from(text);
  const at = dice.below(text.length + 1);
  const insert = (inner: string): Buffer => Buffer.from(text.slice(0, at) + inner + text.slice(at));
  const forms: readonly (() => Buffer)[] = [
    () => Buffer.concat([bom, bytes]),
    () => Buffer.concat([bom, bom, bytes]),
    () => Buffer.from(text.slice(0, at)),
    () => Buffer.from(text + dice.pick([' ', '\n', '\u0000', ',', ']', '}', text, '//x', '\ufeff'])),
    () =>
      insert(
        dice.pick(['\u0000', ',', '"', '\\', '\n', '\u2028', '/**/', '[', '{', '1', 'nul', '\\u12', '\\ud83d', '-']),
      ),
    () => Buffer.concat([bytes.subarray(0, at), Buffer.from(dice.pick(brokenUtf8)), bytes.subarray(at)]),
    () => Buffer.from(text, dice.pick(['utf16le', 'latin1'])),
    () => Buffer.from(text.replaceAll('"', "'")),
    () => Buffer.from(text.replace(/\{/g, '{"id":1,"name":"twice",')),
    () => Buffer.from(dice.pick(['', ' ', 'null', '0', '""', '[]', '{}', '<html></html>', '[null]', '[{}]'])),
    () => Buffer.from(dice.pick(['[', '{"a":', '[{"a":']).repeat(dice.pick([90, 120, 3000, 200_000]))),
    () => Buffer.from(balanced(dice.pick([99, 100, 101, 3000, 50_000]))),
    () => Buffer.from(`[${'0,'.repeat(dice.pick([199_999, 200_001, 400_000]))}0]`),
    () => Buffer.from(`{"error":${JSON.stringify(oddText(dice))}}`),
    () => Buffer.from(`"${dice.pick(['x', '\\\\', '\\"', '\\u0000', '9'])}`.padEnd(100_000, 'y') + '"'),
  ];
  return dice.pick(forms)();
}

function balanced(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth);
}
