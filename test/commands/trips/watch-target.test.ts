/** `trips watch --target`: a price that the user waits for. */
import { describe, expect, test } from 'vitest';
import { cli } from '../../support/cli.ts';
import { serviceOf } from '../../support/fleet.ts';

/** A trip `it` whose price the test sets. */
async function pricedTrip(totalAmount: number, currency = 'NZD') {
  const price = { totalAmount, currency };
  const rental = cli(serviceOf({ vehicles: () => ({ 11: 'Kea' }), quote: () => price }));
  const save = (name: string) =>
    rental.run(`quote 11 --pick-up 1 --from +30d --to +7d --save ${name}`);
  expect(await save('it')).toMatchObject({ code: 0 });
  /** The first words of each event. */
  const told = async (target: string, total = price.totalAmount) => {
    price.totalAmount = total;
    const events = await rental.run([
      'trips',
      'watch',
      'it',
      '--once',
      '--target',
      target,
      '--json',
    ]);
    return events.stdout.match(/(?<="event":")[^"]+/g) ?? [];
  };
  return { ...rental, price, save, told };
}

describe('a target', () => {
  test('that was met before the watch began is reported once, also after other answers', async () => {
    const { run, told } = await pricedTrip(872.2);
    expect(await run('trips check it')).toMatchObject({ code: 0 });
    expect(await told('900')).toEqual(['target']);
    expect(await told('900')).toEqual([]);
    // A lower price is under the same target still.
    expect(await told('900', 860)).toEqual(['low']);
  });

  test('that is raised to the price or above it is reported, once for each target', async () => {
    const { told } = await pricedTrip(270);
    expect(await told('250')).toEqual([]);
    expect(await told('275')).toEqual(['target']);
    expect(await told('280')).toEqual(['target']);
    expect(await told('275')).toEqual([]);
  });

  test.each(['trips watch it --once', 'trips check it'])(
    'is forgotten by a price above it, seen by %s',
    async (line) => {
      const { run, price, told } = await pricedTrip(590);
      expect(await told('600')).toEqual(['target']);
      price.totalAmount = 610;
      await run(line);
      expect(await told('600', 600)).toEqual(['target']);
      expect(await told('600', 600)).toEqual([]);
    },
  );

  test('is not forgotten while there is no price', async () => {
    const { price, told } = await pricedTrip(590);
    expect(await told('600')).toEqual(['target']);
    // An extra that nobody asked for.
    expect(await told('600', Number.NaN)).toEqual([]);
    expect(await told('600', 595)).toEqual([]);
    price.currency = 'AUD';
    expect(await told('600 AUD', 700)).toEqual([]);
    price.currency = 'NZD';
    expect(await told('600', 590)).toEqual([]);
  });

  test('in a currency that the trip never had is refused before anything is asked', async () => {
    const { run, requests, told } = await pricedTrip(590, 'AUD');
    const before = requests().length;
    const stderr =
      'error: --target is in NZD, and the trip "it" has prices in AUD only\nhint: write the currency with the amount: "600 AUD"\n';
    expect(await run('trips watch it --target 600')).toEqual({ code: 2, stdout: '', stderr });
    expect(await run('trips watch --all --target 600')).toEqual({ code: 2, stdout: '', stderr });
    expect(requests()).toHaveLength(before);
    expect(await told('600 AUD')).toEqual(['target']);
  });

  test('of all trips is for those that have its currency', async () => {
    const { run, price, save } = await pricedTrip(590);
    price.currency = 'AUD';
    await save('other');
    price.currency = 'NZD';
    const stderr = 'warning: --target is in NZD, and the trip "other" has prices in AUD only\n';
    expect(await run('trips watch it,other --once --target 600')).toMatchObject({ code: 2 });
    expect(await run('trips watch --all --once --target 600')).toMatchObject({ code: 0, stderr });
  });
});
