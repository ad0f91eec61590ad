/** The ready questions: what a client lists, and what it gets for each. */
import { describe, expect, test } from 'vitest';
import { getPrompt, listedPrompts } from '../../src/mcp/prompts.ts';
import { tools } from '../../src/mcp/tools/index.ts';
import { connect, eras } from './support.ts';

/** A value for each argument. */
const all = (names: readonly { readonly name: string }[] = []) =>
  Object.fromEntries(names.map(({ name }) => [name, `my ${name}`]));

function textOf(name: string, given: Record<string, string>): string {
  const { content } = getPrompt(name, given).messages[0] ?? {};
  return content?.type === 'text' ? content.text : '';
}

test.each(eras)('a client of %s lists them and gets one', async (era) => {
  const client = await connect(['--sandbox'], era);
  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual(['plan_trip', 'cheapest_start', 'check_again']);
  const given = { pick_up: 'Queenstown', from: 'fri', to: '+7d' };
  const { messages } = await client.getPrompt({ name: 'plan_trip', arguments: given });
  expect(messages).toEqual([{ role: 'user', content: { type: 'text', text: textOf('plan_trip', given) } }]);
  await expect(client.getPrompt({ name: 'plan_trip', arguments: { from: 'fri' } })).rejects.toMatchObject({
    code: -32_602,
    message: expect.stringContaining('pick_up, to: needed') as string,
  });
});

describe.each(listedPrompts)('$name', ({ name, arguments: known = [] }) => {
  test('holds every argument, and names only tools and inputs that exist', () => {
    const text = textOf(name, all(known));
    for (const one of known) expect(text).toContain(`${one.name}: my ${one.name}`);
    const words = text.match(/\b[a-z]+_[a-z_]+\b/g) ?? [];
    const inputs = tools.flatMap(({ input }) => Object.keys(input.shape));
    const names = [...tools.map((tool) => tool.name), ...inputs, ...known.map((one) => one.name)];
    expect(words.filter((word) => !names.includes(word))).toEqual([]);
    expect(text).toMatch(/get_quote|compare_quotes/);
  });

  test('needs what it cannot do without, and hides nothing that a person did not type', () => {
    expect(() => getPrompt(name)).toThrow('needed');
    expect(() => getPrompt(name, { ...all(known), color: 'red' })).toThrow('there is no argument color');
    const [first] = known;
    expect(textOf(name, { ...all(known), [first?.name ?? '']: 'a\u202Eb\u001B[2J' })).toContain(
      'a<U+202E>b<U+001B>[2J',
    );
  });
});

test('a prompt that does not exist is an error of the protocol', () => {
  expect(() => getPrompt('book_now')).toThrow('there is no prompt book_now');
});
