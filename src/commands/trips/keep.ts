/** Renames, removes, hands over and takes over saved trips. */
import type { Context } from '../../cli/context.ts';
import { tripDone, tripExport } from '../../documents/trips.ts';
import { UsageError } from '../../errors.ts';
import { parseJson, stringifyJson } from '../../json.ts';
import { readInput } from '../shared/input-file.ts';
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

/** One JSON document; a table and `plain` are for files too. Throws UsageError for records, which have no room for it. */
export async function exportTrip({ name: text }: TripsOptions, { io, settings }: Context): Promise<Result> {
  const { format: asked, fields } = settings;
  if (asked === 'csv' || asked === 'ndjson' || fields !== undefined) {
    throw new UsageError('an export is one JSON document, without records and fields', { hint: exportHint });
  }
  const trip = readTrip(io.env, text);
  const { name, format, command, options, operators } = trip;
  const answers = readAnswers(trip).map(({ record, ...head }) => ({ ...head, record: record() }));
  const value = { format, name, trip: { format, command, options, operators }, answers };
  // Without columns, plain prints the text.
  return answer(tripExport, { value, columns: [], view: [{ kind: 'json', value }] });
}

const exportHint = 'rental trips export <name> > trip.json';

/** Throws UsageError for a file that `export` did not write. */
export async function importTrip({ name: path, newName }: TripsOptions, { io }: Context): Promise<Result> {
  const { name, trip, answers } = readExport(path);
  const created = await createTrip(io.env, newName ?? name, trip);
  for (const one of answers) await addAnswer(created, one);
  return doneResult(created.name, 'imported');
}

function readExport(path: string) {
  const value = parsed(readInput(path, exportHint));
  const trip = parseTrip(stringifyJson(value?.trip ?? null));
  const answers = Array.isArray(value?.answers) ? value.answers.map(readAnswer) : [undefined];
  if (typeof value?.name !== 'string' || trip === undefined || answers.includes(undefined)) {
    throw new UsageError(`${path} is not a trip that rental exported`, { hint: exportHint });
  }
  return { name: value.name, trip, answers: answers.filter((one) => one !== undefined) };
}

function parsed(text: string): { readonly name?: unknown; readonly trip?: unknown; readonly answers?: unknown } | null {
  try {
    return parseJson(text) as { readonly name?: unknown } | null;
  } catch {
    return null;
  }
}
