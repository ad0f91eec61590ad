/** The folder of saved trips. Loads no schema, because completion loads it for each Tab. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { OutputError, tryTo, UsageError } from '../base/errors.ts';
import { errorCode, listNames } from '../base/folders.ts';
import { xdgFolder, temporaryEnding, type Env } from '../base/files.ts';
import { isPlainName, plainNameHint, shortName } from '../base/words.ts';

const ending = '.json';
/** Most systems allow 255 bytes for a file name; that of a temporary file is the longest. */
const maxNameBytes = 255 - `${ending}.0123456789ab.tmp`.length;

export function tripsFolder(env: Env): string {
  return join(xdgFolder(env, 'XDG_DATA_HOME', '.local/share'), 'rental', 'trips');
}

export function tripPath(env: Env, name: string): string {
  return join(tripsFolder(env), `${name}${ending}`);
}

export function tripLock(env: Env, name: string): string {
  return join(tripsFolder(env), `.${name}.lock`);
}

/** Removes the temporary files of killed writers. A writer that still works holds a lock. */
export function removeAbandonedFiles(env: Env): void {
  for (const file of listNames(tripsFolder(env))) {
    const written = file.replace(temporaryEnding, '');
    if (written === file || !written.endsWith(ending)) continue;
    const isWriting = existsSync(tripLock(env, written.slice(0, -ending.length)));
    // What cannot be removed, such as a folder of that name, stays.
    if (!isWriting) tryTo(() => rmSync(join(tripsFolder(env), file), { force: true }));
  }
}

/** Throws OutputError if the folder cannot be read, because it may have trips. */
export function tripNames(env: Env): string[] {
  return filesIn(tripsFolder(env))
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .filter(isPlainName)
    .sort();
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw new OutputError(`the saved trips in ${folder} cannot be read: ${errorCode(error)}`, {
      hint: 'it must be a folder that this user may read',
    });
  }
}

/** In lower case, because some systems ignore the case of file names. Throws UsageError. */
export function parseTripName(text: string): string {
  const name = text.trim().normalize('NFC').toLowerCase();
  const bytes = Buffer.byteLength(name);
  if (isPlainName(name) && bytes > maxNameBytes) {
    throw new UsageError(`"${shortName(text)}" is too long for the name of a trip`, {
      hint: `use fewer letters: a name has at most ${maxNameBytes} bytes, and this one has ${bytes}`,
    });
  }
  if (isPlainName(name)) return name;
  const names = name.split(',').map((one) => one.trim());
  if (names.length > 1 && names.every(isPlainName))
    throw new UsageError(
      `"${shortName(text)}" names ${names.length} trips, and only one can be given`,
      { hint: `give one at a time: ${names[0]}, then ${names[1]}` },
    );
  throw new UsageError(`"${shortName(text)}" cannot be the name of a trip`, {
    hint: plainNameHint,
  });
}
