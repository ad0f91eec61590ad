/** Where saved trips are, and their names. Completion reads it in each Tab, so it loads no schema. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { OutputError, UsageError } from '../errors.ts';
import { errorCode } from '../folders.ts';
import { homeFolder, type Env } from '../operators/files.ts';
import { isPlainName, plainNameHint, shorten } from '../text.ts';

const ending = '.json';

export function tripsFolder(env: Env): string {
  return join(homeFolder(env, 'XDG_DATA_HOME', '.local/share'), 'rental', 'trips');
}

export function pathOf(env: Env, name: string): string {
  return join(tripsFolder(env), `${name}${ending}`);
}

/** Throws OutputError: a folder that cannot be read may have trips. */
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

/** The name as it is kept: in lower case, because some systems do not tell the cases apart. Throws UsageError. */
export function tripName(text: string): string {
  const name = text.trim().normalize('NFC').toLowerCase();
  if (isPlainName(name)) return name;
  throw new UsageError(`"${shorten(text, 60)}" cannot be the name of a trip`, {
    hint: plainNameHint,
  });
}
