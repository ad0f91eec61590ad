/** A question that is answered by choosing from a list, which typed text narrows down. Loaded only to ask something. */
import {
  createPrompt,
  isDownKey,
  isEnterKey,
  isNumberKey,
  isSpaceKey,
  isTabKey,
  isUpKey,
  makeTheme,
  useKeypress,
  useMemo,
  usePagination,
  usePrefix,
  useState,
} from '@inquirer/core';
import { lengthProblem, navigateKey, promptText, type KeyHelp, type QuestionTheme } from './questions.ts';

/** As it is shown: every text is escaped. */
export interface ListItem {
  readonly value: unknown;
  /** The line of the list. */
  readonly line: string;
  /** What it is found by, and what stands for it once it is chosen. */
  readonly name: string;
  readonly id: number;
  /** Below the list while the cursor is on the item. */
  readonly description: string;
  /** Why it cannot be chosen; empty if it can. */
  readonly disabled: string;
}

interface Named {
  readonly id: number;
  readonly name: string;
}

/** How a text finds names, the same as everywhere in the program: see `planner/names.ts` and `planner/read.ts`. */
export interface NameRules {
  search<T extends Named>(text: string, items: readonly T[]): T[];
  match<T extends Named>(text: string, items: readonly T[]): { readonly found: readonly T[] };
  /** What several texts with commas mean: names, parts of names and ids. Throws UsageError if that is not clear. */
  read(texts: readonly string[], items: readonly Named[]): readonly { readonly text: string }[];
}

export interface ListConfig {
  readonly message: string;
  readonly items: readonly ListItem[];
  /** The items that a text fits, best first. */
  find(text: string): readonly ListItem[];
  /** Where the cursor starts. */
  readonly start: ListItem | undefined;
  /** For several answers: those that are chosen at the start, and what follows once they are. */
  readonly several?: { readonly ticked: readonly ListItem[]; readonly next: string };
  readonly pageSize: number;
  readonly keys: readonly KeyHelp[];
  readonly theme: QuestionTheme;
}

/** Gives the chosen items in the order of the list. */
export const askList = createPrompt<readonly ListItem[], ListConfig>((config, done) => {
  const { items, several, theme } = config;
  const [isDone, setDone] = useState(false);
  const [text, setText] = useState('');
  const [cursor, setCursor] = useState(config.start);
  const [ticked, setTicked] = useState(several?.ticked ?? []);
  const prefix = usePrefix({ status: isDone ? 'done' : 'idle', theme: makeTheme(theme) });
  const found = useMemo(() => (lengthProblem(text) === undefined ? config.find(text) : []), [text]);
  const open = found.filter(({ disabled }) => disabled === '');
  const active = cursor !== undefined && open.includes(cursor) ? cursor : open[0];

  useKeypress((key, line) => {
    const read = (typed: string): void => {
      if (typed === text) return;
      setText(typed);
      setCursor(typed === '' ? config.start : undefined);
    };
    const type = (typed: string): void => {
      line.clearLine(0);
      line.write(typed);
      read(typed);
    };
    const toggle = (item: ListItem | undefined): void => {
      type('');
      setCursor(item);
      setTicked(items.filter((one) => ticked.includes(one) !== (one === item)));
    };
    if (isEnterKey(key)) {
      // Reading the line has cleared it.
      if (active === undefined && (several === undefined || text !== '')) return type(text);
      if (several !== undefined && text !== '') return toggle(active);
      const chosen = several === undefined ? open.filter((item) => item === active) : ticked;
      setTicked(chosen);
      setDone(true);
      return done(chosen);
    }
    if (isUpKey(key) || isDownKey(key)) {
      type(text);
      const next = open[open.findIndex((item) => item === active) + (isUpKey(key) ? -1 : 1)];
      if (next !== undefined) setCursor(next);
    } else if (isTabKey(key)) type(active?.name ?? text);
    else if (several === undefined || text !== '') read(line.line);
    else if (isSpaceKey(key)) toggle(active);
    // A digit after a tick is meant as a quantity, which the next question asks for.
    else if (isNumberKey(key)) type('');
    else read(line.line);
  });

  const message = theme.style.message(config.message, isDone ? 'done' : 'idle');
  const below = useLines(config, { text, found, active, ticked });
  if (!isDone) return [[prefix, message, ...(text === '' ? [] : [text])].join(' '), below];
  return [prefix, message, theme.style.answer(ticked.map(({ name }) => name).join(', '))].join(' ').trimEnd();
});

interface ListState {
  readonly text: string;
  readonly found: readonly ListItem[];
  readonly active: ListItem | undefined;
  readonly ticked: readonly ListItem[];
}

/** What is below the question. */
function useLines(config: ListConfig, { text, found, active, ticked }: ListState): string {
  const { style } = config.theme;
  const page = usePagination({
    items: found,
    active: active === undefined ? 0 : found.indexOf(active),
    renderItem: ({ item }) => lineOf(item, item === active, ticked, config),
    pageSize: config.pageSize,
    loop: false,
  });
  const problem = lengthProblem(text) ?? (found.length === 0 ? `nothing matches "${promptText(text)}"` : undefined);
  const lines = [
    problem === undefined ? page : style.error(problem),
    ' ',
    active === undefined || active.description === '' ? '' : style.description(active.description),
    style.keysHelpTip(keysOf(config, text, found.length)),
  ];
  return lines.filter((line) => line !== '').join('\n');
}

function lineOf(
  item: ListItem,
  isActive: boolean,
  ticked: readonly ListItem[],
  { several, theme }: ListConfig,
): string {
  const { icon, style } = theme;
  if (item.disabled !== '') return style.disabled(`- ${item.line} ${item.disabled}`);
  const box = several === undefined ? '' : ticked.includes(item) ? icon.checked : icon.unchecked;
  const line = `${isActive ? icon.cursor : ' '}${box} ${item.line}`;
  return isActive ? style.highlight(line) : line;
}

/** What the keys do now. */
function keysOf({ several, pageSize, keys }: ListConfig, text: string, count: number): KeyHelp[] {
  const find: KeyHelp[] = count > pageSize ? [['type', 'find']] : [];
  const choose: KeyHelp[] = [['⏎', 'select']];
  const tick: KeyHelp[] = [
    ['space', 'select'],
    ['⏎', several?.next ?? ''],
  ];
  return [navigateKey(count, pageSize), ...find, ...(several === undefined || text !== '' ? choose : tick), ...keys];
}
