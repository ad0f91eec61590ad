/** `--sandbox`: the built-in operator in this process, over real HTTP on a free port. */
import { defaultLimit, defaultTimeZone, type Operator } from './operator.ts';
import { startSandbox } from '../sandbox/index.ts';
import type { Io } from '../terminal/io.ts';

export async function startOwnSandbox(io: Io): Promise<{ operator: Operator; close(): Promise<void> }> {
  const sandbox = await startSandbox({ now: () => io.now(), random: () => io.random() });
  return {
    operator: {
      name: 'sandbox',
      baseUrl: new URL(sandbox.baseUrl),
      siteUrl: new URL(sandbox.siteUrl),
      timeZone: defaultTimeZone,
      limit: defaultLimit,
      sandbox: true,
    },
    close: () => sandbox.close(),
  };
}
