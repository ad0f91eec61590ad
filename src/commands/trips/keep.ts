/** Renames, removes, hands over and takes over saved trips. */
import { readFileSync } from 'node:fs';
import type { Context } from '../../cli/context.ts';
import { tripDone, tripExport } from '../../documents/trips.ts';
import { UsageError } from '../../errors.ts';
import { parseJson, stringifyJson } from '../../json.ts';
import { readSmallFile } from '../../operators/files.ts';
import { answer, type Result } from '../../result.ts';
import { addAnswer, readAnswers } from '../../trips/answers.ts';
import { parseTrip, readAnswer } from '../../trips/saved.ts';
import { createTrip, readTrip, removeTrip, renameTrip } from '../../trips/store.ts';
import type { TripsOptions } from './options.ts';

export async function rename({ name, newName = '' }: TripsOptions, { io }: Context): Promise<Result> {
  return doneResult(await renameTrip(io.env, name, newName), 'renamed');
}

export async function remove({ name }: TripsOptions, { io }: Context): Promise<Result> {
  return doneResult(await removeTrip(io.env, name), 'removed');
}

function doneResult(name: string, done: 'renamed' | 'removed' | 'imported'): Result {
  return answer(tripDone, { value: { name, done }, view: [{ kind: 'text', text: `${done}: ${name}` }] });
}

/** One JSON document, in every format. */
export async function exportTrip({ name: text }: TripsOptions, { io }: Context): Promise<Result> {
  const trip = readTrip(io.env, text);
  const { name, format, command, options, operators } = trip;
  const answers = readAnswers(trip).map(({ record, ...head }) => ({ ...head, record: record() }));
  const value = { format, name, trip: { format, command, options, operators }, answers };
  return answer(tripExport, { value, view: [{ kind: 'text', text: stringifyJson(value) }] });
}

const mostBytes = 256 * 1024 * 1024;

/** Throws UsageError for a file that `export` did not write. */
export async function importTrip({ name: path, newName }: TripsOptions, { io }: Context): Promise<Result> {
  const { name, trip, answers } = readExport(path);
  const created = await createTrip(io.env, newName ?? name, trip);
  for (const one of answers) await addAnswer(created, one);
  return doneResult(created.name, 'imported');
}

function readExport(path: string) {
  const fail = (problem: string, hint = 'rental trips export <name> > trip.json'): never => {
    throw new UsageError(`${path} ${problem}`, { hint });
  };
  const text = readText(path) ?? fail('does not exist');
  const value = parsed(text);
  const trip = parseTrip(stringifyJson(value?.trip ?? null));
  const answers = Array.isArray(value?.answers) ? value.answers.map(readAnswer) : [undefined];
  if (typeof value?.name !== 'string' || trip === undefined || answers.includes(undefined)) {
    return fail('is not a trip that rental exported');
  }
  return { name: value.name, trip, answers: answers.filter((one) => one !== undefined) };
}

function readText(path: string): string | undefined {
  try {
    // Standard input.
    return path === '-' ? readFileSync(0, 'utf8') : readSmallFile(path, mostBytes);
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

function parsed(text: string): { readonly name?: unknown; readonly trip?: unknown; readonly answers?: unknown } | null {
  try {
    return parseJson(text) as { readonly name?: unknown } | null;
  } catch {
    return null;
  }
}
