/** Where this user's files are. */
import { mkdir } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';

export type Env = Readonly<Record<string, string | undefined>>;

/** An XDG folder: the variable where it is absolute (the XDG specification ignores others), else a folder of the home. */
export function homeFolder(env: Env, variable: string, fallback: string): string {
  const named = env[variable];
  if (named !== undefined && isAbsolute(named)) return named;
  return join(env['HOME'] || home(), fallback);
}

/** With the folders above it; only this user may look inside. Node's own `recursive` never ends under /proc. */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || dirname(path) === path) throw error;
    await makeFolder(dirname(path));
    // Someone else may have made it by now.
    await mkdir(path, { mode: 0o700 }).catch((again: NodeJS.ErrnoException) => {
      if (again.code !== 'EEXIST') throw again;
    });
  }
}

/** homedir() throws for a user without an entry in the password file. */
function home(): string {
  try {
    return homedir();
  } catch {
    return tmpdir();
  }
}
