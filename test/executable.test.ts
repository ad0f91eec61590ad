/**
 * The program in one file, as a single executable has it, on this Node. `.ci/executable` makes real
 * ones, and runs the tests of the program with one.
 */
import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { cleanEnvironment, temporaryFolder } from './support/environment.ts';
import { program } from './support/program.ts';

test(
  'the program in one file prints the same, and finds the files that it reads',
  { tags: ['long'] },
  async () => {
    const { bundleProgram, programFiles } = await import(resolve('bin/build.mjs'));
    const folder = temporaryFolder();
    const single = join(folder, 'dist', 'rental.cjs');
    await bundleProgram(single);
    for (const file of programFiles) cpSync(resolve(file), join(folder, file));
    const lines = ['depots --sandbox', 'depots --sandbox --jq .[0].name', 'help dates', 'quote'];
    for (const words of lines.map((line) => line.split(' '))) {
      const options = { env: cleanEnvironment(folder), encoding: 'utf8' } as const;
      const { status, stdout, stderr } = spawnSync(process.execPath, [single, ...words], options);
      const { code, ...printed } = await program(words);
      expect({ code: status, stdout, stderr }).toEqual({
        code,
        stdout: printed.stdout,
        stderr: printed.stderr,
      });
    }
  },
);
