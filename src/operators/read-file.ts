/** Small files of this user's, that anything may have been put in the place of. */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** Undefined where there is none. Throws an Error that says why it cannot be read; never waits for a pipe to be written to. */
export async function readSmallFile(path: string, mostBytes: number): Promise<string | undefined> {
  try {
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const stat = await file.stat();
      // A pipe would be waited for, and a device may have no end.
      if (!stat.isFile()) throw new Error('it is not a regular file');
      if (stat.size > mostBytes) throw new Error(`it is larger than ${Math.floor(mostBytes / 1024)} KiB`);
      return await file.readFile('utf8');
    } finally {
      await file.close();
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
