/** Names of new files that no other process chooses. */
import { getBuiltinModule } from 'node:process';

/** Twelve hexadecimal digits. Loading node:crypto takes 7 ms, and most commands need none of it. */
export function randomDigits(): string {
  return getBuiltinModule('node:crypto').randomBytes(6).toString('hex');
}
