/** Random names and hashes. Loading node:crypto takes 7 ms, and help needs none of it. */
import { getBuiltinModule } from 'node:process';

/** Twelve hexadecimal digits. */
export function randomDigits(): string {
  return getBuiltinModule('node:crypto').randomBytes(6).toString('hex');
}

export function sha256(text: string, encoding: 'hex' | 'base64' = 'hex'): string {
  return getBuiltinModule('node:crypto').createHash('sha256').update(text).digest(encoding);
}
