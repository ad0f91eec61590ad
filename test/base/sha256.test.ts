import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sha256 } from '../../src/base/sha256.ts';

test.each(['', 'https://happy.example/api', 'Tēnā koe', 'x'.repeat(1000)])(
  'the hash of %j is that of node:crypto',
  (text) => {
    const expected = createHash('sha256').update(text);
    expect(sha256(text)).toBe(expected.copy().digest('hex'));
    expect(sha256(text, 'base64')).toBe(expected.digest('base64'));
  },
);
