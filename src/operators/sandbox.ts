/** The built-in operator in this process. Its addresses are those of `rental sandbox`, so its links work while that runs. */
import type { Machine } from '../http/types.ts';
import type { Operator } from '../planner/session.ts';
import { createSandbox } from '../sandbox/index.ts';
import { defaultLimit, defaultTimeZone, sandboxName, sandboxPorts, type SandboxVariant } from './operator.ts';

export async function startSandboxOperator(
  machine: Pick<Machine, 'now' | 'random'>,
  variant: SandboxVariant,
): Promise<{ readonly operator: Operator; close(): Promise<void> }> {
  const clock = { now: () => machine.now(), random: () => machine.random() };
  const sandbox = createSandbox({ variant, port: sandboxPorts[variant], ...clock });
  return {
    operator: {
      name: sandboxName(variant),
      baseUrl: new URL(sandbox.baseUrl),
      siteUrl: new URL(sandbox.siteUrl),
      timeZone: defaultTimeZone,
      limit: defaultLimit,
      sandbox: true,
      local: sandbox.answer,
    },
    close: async () => sandbox.close(),
  };
}
