/** The targets that docs/speed.md names are those that the benchmarks keep. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import limits from '../bench/limits.json' with { type: 'json' };

const page = readFileSync('docs/speed.md', 'utf8');

/** The cells of the row that begins so, as they are in the table. */
function row(start: string): string[] {
  const line = page.split('\n').find((one) => one.startsWith(`| ${start}`));
  return line?.split('|').map((cell) => cell.trim()) ?? [];
}

test.each([
  ['`rental --version` ÷ `node -e 0`', 'version ÷ node -e 0'],
  ['`rental depots` ÷ the script', 'depots ÷ node:http'],
  ['`rental depots` ÷ httpie', 'depots ÷ httpie'],
  ['`rental quote` ÷ `rental depots`', 'quote ÷ depots'],
] as const)('%s has its targets on both Nodes, and keeps them', (start, key) => {
  const [, , on20, target20, on24, target24] = row(start).map(Number);
  expect([target20, target24]).toEqual([limits.startup[`Node 20: ${key}`], limits.startup[`Node 24: ${key}`]]);
  expect(on20).toBeLessThanOrEqual(target20 ?? 0);
  expect(on24).toBeLessThanOrEqual(target24 ?? 0);
});

test.each([
  ['`initialize` of 2025-11-25', 'initialize of 2025-11-25 ÷ minimal'],
  ['`discover` of 2026-07-28', 'discover of 2026-07-28 ÷ minimal'],
  ['`tools/list` of 2026-07-28', 'tools of 2026-07-28 ÷ minimal'],
] as const)('%s has its target, and its ratio is that of its times', (start, key) => {
  const [, , smallest = 0, ours = 0, ratio = 0, target] = row(start).map(Number);
  expect(target).toBe(limits.mcp[key]);
  expect(ratio).toBeCloseTo(ours / smallest, 2);
});

test('four loops have their target', () => {
  expect(page).toContain(`the target is ${limits.loops['time ÷ least']}`);
});
