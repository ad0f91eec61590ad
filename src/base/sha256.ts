/** For names and checksums, no secrets: a package, because loading node:crypto takes 7 ms. */
import { sha256 as hash } from '@noble/hashes/sha2.js';

export function sha256(text: string, encoding: 'hex' | 'base64' = 'hex'): string {
  return Buffer.from(hash(Buffer.from(text))).toString(encoding);
}
