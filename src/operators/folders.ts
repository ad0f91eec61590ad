/** Where this user's files are. */
import { homedir, tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';

export type Env = Readonly<Record<string, string | undefined>>;

/** An XDG folder: the variable where it is absolute (the XDG specification ignores others), else a folder of the home. */
export function homeFolder(env: Env, variable: string, fallback: string): string {
  const named = env[variable];
  if (named !== undefined && isAbsolute(named)) return named;
  return join(env['HOME'] || home(), fallback);
}

/** homedir() throws for a user without an entry in the password file. */
function home(): string {
  try {
    return homedir();
  } catch {
    return tmpdir();
  }
}
