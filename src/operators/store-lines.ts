/** The lines of a store's file, an answer each. The last line for a request counts. */
import { attempt } from './files.ts';

/** What was asked for. The vehicle of a quote stands alone, because a sweep looks for all vehicles with a quote. */
export interface Asked {
  readonly key: string;
  readonly vehicle?: number | undefined;
  /** What the vehicle was called: under its id there can be another one later. */
  readonly name?: string | undefined;
}

export interface Stored extends Asked {
  /** When it came, epoch ms. */
  readonly at: number;
  /** Epoch ms. */
  readonly until: number;
  /** The answer as JSON. It is read only when it is used, because there can be thousands. */
  readonly json: string;
}

/** The last answer to each request, by its key and vehicle. */
export type Answers = Map<string, Map<number | undefined, Stored>>;

/** What a file holds at most. */
export const [mostAnswers, mostBytes] = [10_000, 16 * 1024 * 1024];

export function put(answers: Answers, one: Stored): void {
  const same = answers.get(one.key);
  if (same === undefined) answers.set(one.key, new Map([[one.vehicle, one]]));
  else same.set(one.vehicle, one);
}

export function liveOf(answers: Answers, now: number): Stored[] {
  return [...answers.values()].flatMap((same) => [...same.values()].filter(({ until }) => until > now));
}

/** What counts; if that is too much, three quarters of what may be. */
export function newestIn(text: string, now: number): readonly Stored[] {
  const live = liveOf(readLines(text).answers, now);
  let [answers, bytes] = [0, 0];
  const isTooMuch = (one: Stored): boolean => {
    [answers, bytes] = [answers + 1, bytes + sizeOf([one])];
    return answers > 0.75 * mostAnswers || bytes > 0.75 * mostBytes;
  };
  live.sort((a, b) => a.at - b.at);
  return live.slice(live.findLastIndex(isTooMuch) + 1);
}

export function sizeOf(stored: readonly Stored[]): number {
  return stored.reduce((sum, { key, name = '', json }) => sum + key.length + name.length + json.length + 50, 0);
}

/** What was asked stands at the end, so a line that was cut off has none. JSON has no tab and no line break. */
export function lineOf({ key, vehicle, name, at, until, json }: Stored): string {
  return `${json}\t${JSON.stringify([key, vehicle ?? null, at, until, name])}\n`;
}

/** Lines that cannot be read are left out. */
export function readLines(text: string): { readonly answers: Answers; readonly lines: number } {
  const found = text.split('\n').flatMap((line) => readLine(line) ?? []);
  const answers: Answers = new Map();
  for (const one of found) put(answers, one);
  return { answers, lines: found.length };
}

function readLine(line: string): Stored | undefined {
  const [json = '', asked = ''] = line.split('\t');
  const fields: unknown = attempt(() => JSON.parse(asked));
  if (!Array.isArray(fields)) return undefined;
  const [key, vehicle, at, until, name] = fields as unknown[];
  if (typeof key !== 'string' || typeof at !== 'number' || typeof until !== 'number') return undefined;
  const isOfVehicle = typeof vehicle === 'number';
  return {
    key,
    vehicle: isOfVehicle ? vehicle : undefined,
    name: typeof name === 'string' ? name : undefined,
    at,
    until,
    json,
  };
}
