/** The answers of a saved trip: lines that any process appends to, and that are thinned when they are too many. */
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { attempt, openRegular } from '../operators/log-files.ts';
import { answerLine, packRecord, readLine, unpackRecord, type AnswerHead, type TripRecord } from './saved.ts';
import { writing, type StoredTrip } from './store.ts';

export interface StoredAnswer extends AnswerHead {
  /** Undefined if it was left out to save room, or cannot be read. */
  record(): TripRecord | undefined;
}

export type NewAnswer = Omit<AnswerHead, 'id'> & { readonly record?: TripRecord | undefined };

/** A file that is larger is thinned: bytes. */
const mostBytes = 8 * 1024 * 1024;
/** As many answers stay, the first and the newest ones and every second of those between. */
const mostAnswers = 1_000;

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
  attempt(() => thin(folder));
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
    // Another process has put a thinned file in its place just now; a line that is there twice counts once.
    if (attempt(() => statSync(path).ino) !== fstatSync(file).ino) append(folder, text);
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

/** Only the first and the last answer keep their records. One process does it; what others append meanwhile is taken over. */
function thin(folder: string): void {
  const path = fileIn(folder);
  if (statSync(path).size <= mostBytes) return;
  const lock = `${path}.lock`;
  if (Date.now() - (attempt(() => statSync(lock).mtimeMs) ?? Infinity) > 60_000) rmSync(lock, { recursive: true });
  mkdirSync(lock);
  const file = openSync(path, constants.O_RDONLY);
  try {
    const bytes = readFileSync(file);
    const whole = bytes.lastIndexOf('\n') + 1;
    const temporary = `${path}.new`;
    rmSync(temporary, { force: true });
    const lines = thinned(linesIn(bytes.toString('utf8', 0, whole))).map(({ head, record }) =>
      answerLine(head, record),
    );
    const written = openSync(temporary, 'wx', 0o600);
    writeSync(written, `${lines.join('\n')}\n`);
    closeSync(written);
    renameSync(temporary, path);
    // A descriptor goes on where it stopped, perhaps in the middle of a line.
    const late = Buffer.concat([bytes.subarray(whole), readFileSync(file)]).toString('utf8');
    if (late !== '') append(folder, `\n${late}\n`);
  } finally {
    closeSync(file);
    rmSync(lock, { recursive: true, force: true });
  }
}

function thinned(lines: readonly Line[]): readonly Line[] {
  const last = lines.length - 1;
  const spare = lines.length > mostAnswers;
  return lines
    .filter((_, place) => !spare || place % 2 === 0 || place > last - mostAnswers / 2)
    .map((line, place, all) => (place === 0 || place === all.length - 1 ? line : { ...line, record: undefined }));
}

function fileIn(folder: string): string {
  return join(folder, 'answers.ndjson');
}
