/**
 * What a list of depots shows is what the next command uses, whatever command asked for the list.
 */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unconfiguredOperator } from '../../../src/operators/operator.ts';
import { storedItems } from '../../../src/operators/stored-names.ts';
import { cleanEnvironment, temporaryFolder } from '../../support/environment.ts';
import { operator } from '../../support/operator.ts';
import { run } from '../../support/run.ts';

/** An operator that gives its depots other ids later. */
async function renumbering() {
  const depots = ['Auckland', 'Nelson'];
  const { baseUrl, requests } = operator({ depots });
  const folder = temporaryFolder();
  const env = cleanEnvironment(folder);
  const rental = (...args: string[]) => run([...args, '--base-url', baseUrl], { env });
  const trip = ['--pick-up', 'nelson', '--from', '+30d', '--to', '+7d'];
  /** The pick-up depot that a new quote was asked for. */
  const quotedDepot = async (): Promise<string | null> => {
    expect(await rental('quote', '11', ...trip)).toMatchObject({ code: 0 });
    return new URL(requests.at(-1) ?? '', baseUrl).searchParams.get('pick_up_depot_id');
  };
  expect(await quotedDepot()).toBe('2');
  depots.reverse();
  return {
    rental,
    requests,
    quotedDepot,
    depots,
    baseUrl,
    cache: { XDG_CACHE_HOME: join(folder, 'cache') },
  };
}

test.each([[[]], [['nelson']]])(
  'the list that rental depots shows replaces the stored one: %j',
  async (search) => {
    const { rental, requests, quotedDepot, baseUrl, cache } = await renumbering();
    expect((await rental('depots', ...search)).stdout).toMatch(/^1\tNelson/);
    const before = requests.length;
    expect(await quotedDepot()).toBe('1');
    expect(requests.slice(before)).toHaveLength(1);
    // Completion reads the same list.
    const items = await storedItems('depot', unconfiguredOperator(baseUrl), cache);
    expect(items.map(({ name }) => name)).toEqual(['Nelson', 'Auckland']);
  },
);

test('an answer that is not a list of depots leaves the stored one', async () => {
  const { rental, requests, quotedDepot, depots } = await renumbering();
  depots.splice(0, 2, 7 as never, 8 as never);
  expect(await rental('depots')).toMatchObject({ code: 7 });
  expect(await quotedDepot()).toBe('2');
  expect(requests.filter((path) => path === '/depots')).toHaveLength(2);
});
