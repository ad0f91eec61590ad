import { existsSync, readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';

/**
 * Otherwise Node 20 compiles the WebAssembly of undici once more, which takes seconds of a random call, also on the main thread. The
 * program says the same (`bin/build.mjs`).
 */
export function compileOnce(): void {
  setFlagsFromString('--liftoff-only');
}

/** Of the main thread, ms. */
export function processorMs(): number {
  const file = `/proc/self/task/${process.pid}/stat`;
  if (existsSync(file)) {
    // Hundredths of a second; the name of the program, in brackets, can have blanks.
    const fields = readFileSync(file, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  }
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
