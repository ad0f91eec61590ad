import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { temporaryFolder } from './environment.ts';

/**
 * A program in place of the one that opens browsers (`xdg-open`, or `open` on a Mac). It notes its
 * words and then runs `script` in a shell.
 */
export function launcher(script: string) {
  const folder = temporaryFolder();
  const log = join(folder, 'opened');
  writeFileSync(log, '');
  for (const name of ['xdg-open', 'open']) {
    writeFileSync(join(folder, name), `#!/bin/sh\nprintf '%s\\n' "$@" >> '${log}'\n${script}\n`, {
      mode: 0o755,
    });
  }
  return {
    env: { PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` },
    opened: (): string[] => readFileSync(log, 'utf8').split('\n').filter(Boolean),
  };
}
