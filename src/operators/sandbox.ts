/** The built-in operator in this process, over real HTTP on a free port of loopback. */
import type { Machine } from '../http/types.ts';
import type { Operator } from '../planner/session.ts';
import { startSandbox } from '../sandbox/index.ts';
import { defaultLimit, defaultTimeZone, sandboxName, sandboxPorts, type SandboxVariant } from './operator.ts';

export async function startSandboxOperator(
  machine: Pick<Machine, 'now' | 'random'>,
  variant: SandboxVariant,
): Promise<{ readonly operator: Operator; close(): Promise<void> }> {
  const sandbox = await startSandbox({ variant, now: () => machine.now(), random: () => machine.random() });
  return {
    operator: {
      name: sandboxName(variant),
      baseUrl: new URL(sandbox.baseUrl),
      // Its links outlive the command.
      siteUrl: new URL(`http://127.0.0.1:${sandboxPorts[variant]}`),
      timeZone: defaultTimeZone,
      limit: defaultLimit,
      sandbox: true,
    },
    close: () => sandbox.close(),
  };
}
