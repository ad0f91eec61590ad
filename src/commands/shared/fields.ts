/** The fields that commands know, for `--fields`. */
import type { Column } from '../../result.ts';

export function keysOf(columns: readonly Column[]): string[] {
  return columns.map(({ key }) => key);
}

/** The field itself and what is in it: `pickUp`, `pickUp.date`. */
export function within(field: string, paths: readonly string[]): string[] {
  return [field, ...paths.map((path) => `${field}.${path}`)];
}

type Schema = keyof typeof import('../../api/schemas.ts');

/** The fields of an answer. The schemas are loaded only when they are needed. */
export async function servedFields(schema: Schema): Promise<string[]> {
  return (await import('../../api/fields.ts')).schemaFields(schema);
}

/** What `selectionData` has. */
export const selectionFields = within(
  'selection',
  'pick_up_depot_id drop_off_depot_id pick_up_date drop_off_date vehicle_id accessory_ids insurance_id'.split(' '),
);
