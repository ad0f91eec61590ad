/**
 * The files that the program reads beside its code: in the project's folder, in the installed
 * package, or inside a single executable.
 */
import { readFileSync } from 'node:fs';
import { getAsset, isSea } from 'node:sea';

/**
 * Throws the system's error if the program is not built. `path` is from the root of the project,
 * such as `dist/report/page.css`.
 */
export function bundledFile(path: string): Buffer {
  if (isSea()) return Buffer.from(getAsset(path));
  // The program's own files are in a folder of the root, `src` or `dist`.
  return readFileSync(new URL(`../${path}`, import.meta.url));
}
