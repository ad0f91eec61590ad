import { existsSync, readFileSync } from 'node:fs';

/** Of the main thread, ms: others compile the WebAssembly of undici once more in the background, which takes seconds at a random moment. */
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
