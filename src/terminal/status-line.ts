/** What the line that changes says: what is under way, how far it has come, and why the program waits. */
import { formatDuration, shorten, waitInWords } from '../text.ts';
import { escapeText } from './escape.ts';

export interface Wait {
  readonly reason: string;
  /** Epoch ms. */
  readonly until: number;
}

export interface Meter {
  /** For the status line. */
  text(): string;
  /** For the line of a wait: so many requests of so many. */
  count(): { readonly done: number; readonly total: number };
}

export interface State {
  /** What is under way; the line names what began last. */
  readonly works: Set<{ readonly label: string }>;
  /** For each operator, because each has its own limit. Operators have names only if there are several. */
  readonly waits: Map<string | undefined, Wait>;
  /** When the last answer came, or the reason why none can come. */
  heardAt: number;
  meter: Meter | undefined;
}

/** A service that does not answer for longer is slow, and users want to know that nothing else keeps them waiting. */
const slowMs = 3000;
/** In one line; what does not fit is cut. */
const mostNamed = 3;
const longestName = 20;

/** One escaped line; undefined if there is nothing to say. */
export function lineOf({ works, waits, heardAt, meter }: State, now: number): string | undefined {
  const waiting = waitsInWords(waits, now);
  const silentMs = works.size === 0 ? 0 : now - heardAt;
  const silence = silentMs < slowMs ? '' : `, no answer for ${formatDuration(Math.floor(silentMs / 1000) * 1000)}`;
  const label = [...works].at(-1)?.label;
  const work = label === undefined ? undefined : `${label}${silence} …`;
  const text =
    meter === undefined ? (waiting ?? work) : meter.text() + (waiting === undefined ? silence : `, ${waiting}`);
  return text === undefined ? undefined : escapeText(text);
}

/** All waits in one line, the shortest first. */
function waitsInWords(waits: State['waits'], now: number): string | undefined {
  const current = [...waits].filter(([, { until }]) => until > now).sort(([, a], [, b]) => a.until - b.until);
  const [[operator, first] = [undefined, undefined], ...others] = current;
  if (first === undefined || others.length === 0) {
    return first && waitInWords(first.until - now, first.reason, operator);
  }
  const named = current.slice(0, mostNamed).map(([name = '', { until }]) => {
    return `${formatDuration(until - now)} for ${shorten(name, longestName)}`;
  });
  const more = current.length > mostNamed ? ` and ${current.length - mostNamed} more` : '';
  return `waiting ${named.join(', ')}${more}`;
}
