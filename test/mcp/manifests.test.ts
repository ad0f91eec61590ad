/** What registries and coding agents read about the server and the command line. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import manifest from '../../package.json' with { type: 'json' };
import server from '../../server.json' with { type: 'json' };
import { exitCodes } from '../../src/errors.ts';
import { readInput } from '../../src/mcp/inputs.ts';
import { tools } from '../../src/mcp/tools/index.ts';
import { commandLinesOf } from '../support/markdown.ts';
import { run } from '../support/run.ts';

const skill = readFileSync('skills/rental/SKILL.md', 'utf8');

test('server.json describes this package', () => {
  expect(server.name).toBe(manifest.mcpName);
  expect(server.description.length).toBeLessThanOrEqual(100);
  expect([server.version, server.packages[0]?.version]).toEqual([manifest.version, manifest.version]);
  expect(server.packages[0]?.identifier).toBe(manifest.name);
});

test('the skill has the front matter that agents read', () => {
  const [, front = ''] = skill.split('---\n');
  const { name, description, compatibility } = parse(front) as Record<string, string>;
  expect(name).toBe('rental');
  expect(description?.length).toBeLessThan(1_024);
  expect(compatibility?.length).toBeLessThan(500);
});

test('the commands of the skill run on the sandbox', async () => {
  const lines = commandLinesOf(skill).filter(
    ([first, ...words]) => first === 'rental' && words.includes('--json') && words.length > 3,
  );
  expect(lines.length).toBeGreaterThanOrEqual(6);
  for (const [, ...words] of lines) {
    const args = words.map((word) => word.replace(/^2026-12/, '2030-12'));
    expect([words.join(' '), (await run([...args, '--sandbox'])).code]).toEqual([words.join(' '), 0]);
  }
});

test('the skill names every exit code that a command line should react to', () => {
  const named = [...skill.matchAll(/^\| (\d) +\|/gm)].map(([, code]) => Number(code));
  const codes = Object.values(exitCodes).filter((code) => code <= exitCodes.partial);
  expect(named).toEqual(codes);
});

test('the tools take the calls in docs/agents.md', () => {
  const blocks = [...readFileSync('docs/agents.md', 'utf8').matchAll(/```json\n(.*?)```/gs)].map(
    ([, json = '']) => json,
  );
  const calls = blocks.map((json) => JSON.parse(json) as { name?: string; arguments?: object });
  const called = calls.flatMap(({ name, arguments: input }) => (name === undefined ? [] : [{ name, input }]));
  expect(called.length).toBeGreaterThan(3);
  for (const { name, input } of called) {
    const tool = tools.find((one) => one.name === name);
    expect(() => tool && readInput(tool.input, input)).not.toThrow();
    expect(tool).toBeDefined();
  }
});

test('docs/agents.md names every tool with all of its inputs', () => {
  const page = readFileSync('docs/agents.md', 'utf8');
  for (const { name, input } of tools) {
    expect(page).toContain(`| \`${name}\``);
    if (name !== 'compare_quotes') for (const field of Object.keys(input.shape)) expect(page).toContain(`\`${field}\``);
  }
});
