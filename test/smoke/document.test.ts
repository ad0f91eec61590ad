/** Every failure names a sentence of the interface document, which is quoted as it is there. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rules } from '../../src/smoke/rules/index.ts';
import { describeRule } from '../../src/smoke/rules/rule.ts';

/** The document is not part of the project, but usually lies beside it. */
const file = new URL('../../../shared/agent-interface.md', import.meta.url);

test.runIf(existsSync(file))('every sentence is in the document', () => {
  const document = words(readFileSync(file, 'utf8').replaceAll('|', ' '));
  const quoted = rules.flatMap((rule) => describeRule(rule).sentence?.split(' … ') ?? []);
  expect(quoted.filter((part) => !document.includes(words(part)))).toEqual([]);
});

test('a rule without a sentence says that it is not in the document', () => {
  const without = rules.map(describeRule).filter(({ sentence }) => sentence === null);
  expect(new Set(without.map(({ section }) => section))).toEqual(new Set(['not in the document']));
});

function words(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
