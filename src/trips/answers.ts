/** The answers of a saved trip: lines that any process appends to. */
import { randomUUID } from 'node:crypto';
import { closeSync, constants, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { attempt, openRegular } from '../operators/files.ts';
import { answerLine, packRecord, readLine, unpackRecord, type AnswerHead, type TripRecord } from './saved.ts';
import { writing, type StoredTrip } from './store.ts';

export interface StoredAnswer extends AnswerHead {
  /** Undefined if it cannot be read. */
  record(): TripRecord | undefined;
}

export type NewAnswer = Omit<AnswerHead, 'id'> & { readonly record?: TripRecord | undefined };

/** The oldest first; a line that a killed process cut off does not count. */
export function readAnswers({ folder }: Pick<StoredTrip, 'folder'>): readonly StoredAnswer[] {
  return linesIn(attempt(() => readFileSync(fileIn(folder), 'utf8')) ?? '').map(({ head, record }) => ({
    ...head,
    record: () => (record === undefined ? undefined : unpackRecord(record)),
  }));
}

/** Throws OutputError. */
export async function addAnswer({ name, folder }: StoredTrip, { record, ...head }: NewAnswer): Promise<void> {
  const line = answerLine({ id: randomUUID(), ...head }, record && packRecord(record));
  await writing(name, async () => append(folder, `\n${line}\n`));
}

/** Written whole: the line break before it ends a line that was cut off. */
function append(folder: string, text: string): void {
  const path = fileIn(folder);
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT;
  const file = openRegular(path, flags);
  if (file === undefined) throw new Error('it is not a file');
  try {
    const bytes = Buffer.from(text);
    for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
  } finally {
    closeSync(file);
  }
}

type Line = NonNullable<ReturnType<typeof readLine>>;

/** As they were appended, which no step of a clock changes; each once. */
function linesIn(text: string): Line[] {
  const lines = text.split('\n').flatMap((line) => (line === '' ? [] : (readLine(line) ?? [])));
  return [...new Map(lines.map((line) => [line.head.id, line])).values()];
}

function fileIn(folder: string): string {
  return join(folder, 'answers.ndjson');
}
