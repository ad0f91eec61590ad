/** Where saved trips are, and their names. Completion reads it in each Tab, so it loads no schema. */
import { join } from 'node:path';
import { UsageError } from '../errors.ts';
import { listNames } from '../folders.ts';
import { homeFolder, type Env } from '../operators/files.ts';
import { isPlainName, plainNameHint, shorten } from '../text.ts';

const ending = '.json';

export function tripsFolder(env: Env): string {
  return join(homeFolder(env, 'XDG_DATA_HOME', '.local/share'), 'rental', 'trips');
}

export function pathOf(env: Env, name: string): string {
  return join(tripsFolder(env), `${name}${ending}`);
}

export function tripNames(env: Env): string[] {
  const files = listNames(tripsFolder(env)).filter((file) => file.endsWith(ending));
  return files
    .map((file) => file.slice(0, -ending.length))
    .filter(isPlainName)
    .sort();
}

/** The name as it is kept: in lower case, because some systems do not tell the cases apart. Throws UsageError. */
export function tripName(text: string): string {
  const name = text.trim().normalize('NFC').toLowerCase();
  if (isPlainName(name)) return name;
  throw new UsageError(`"${shorten(text, 60)}" cannot be the name of a trip`, {
    hint: plainNameHint,
  });
}
