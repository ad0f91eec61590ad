import { getBuiltinModule } from 'node:process';

/**
 * `Not Found` for 404; empty if the standard has no words. Loads node:http when it is needed,
 * because that takes 5 ms.
 */
export function statusWords(status: number): string {
  return getBuiltinModule('node:http').STATUS_CODES[status] ?? '';
}
