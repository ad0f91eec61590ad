/** The files that the build puts beside the program: in its folder, or inside a single executable. */
import { readFileSync } from 'node:fs';
import { getAsset, isSea } from 'node:sea';

/** Throws the system's error if the program is not built. `name` is a path in dist, such as `report/page.css`. */
export function bundledFile(name: string): Buffer {
  if (isSea()) return Buffer.from(getAsset(`dist/${name}`));
  try {
    return readFileSync(new URL(name, import.meta.url));
  } catch {
    // Run from the sources, with the files of the last build.
    return readFileSync(new URL(`../dist/${name}`, import.meta.url));
  }
}
