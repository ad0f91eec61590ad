/** Names of the built-in operators, which are not stored and need no request. */
import type { Named } from '../planner/names.ts';
import type { SandboxVariant } from '../planner/session.ts';

export type ItemKind = 'depot' | 'vehicle' | 'accessory' | 'insurance';

const listOf = {
  depot: 'depots',
  vehicle: 'vehicles',
  accessory: 'accessories',
  insurance: 'plans',
} as const;

/** The catalogue is loaded without the server. */
export async function sandboxItems(kind: ItemKind, variant: SandboxVariant): Promise<Named[]> {
  const catalogue =
    variant === 'b'
      ? (await import('../sandbox/catalogue-b.ts')).catalogueB
      : (await import('../sandbox/catalogue-a.ts')).catalogueA;
  return catalogue[listOf[kind]].map(({ id, name }) => ({ id, name }));
}
