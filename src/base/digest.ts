/**
 * Names made of chance and of content. node:crypto is loaded when it is needed: that takes Node 20
 * 7 ms, and help needs none of it.
 */
import { getBuiltinModule } from 'node:process';

/** Twelve hexadecimal digits that no other process chooses. */
export function randomDigits(): string {
  return getBuiltinModule('node:crypto').randomBytes(6).toString('hex');
}

export function sha256(text: string, encoding: 'hex' | 'base64' = 'hex'): string {
  return getBuiltinModule('node:crypto').createHash('sha256').update(text).digest(encoding);
}
