/** `trips check` says what has changed, also to a program that reads its lines. */
import { expect, test } from 'vitest';
import { cli } from '../support/cli.ts';
import { operatorService } from '../support/operator.ts';

const price = (totalAmount: number, routeFee = 0) => {
  const fees = { rentalFee: totalAmount - routeFee, routeFee, accessoriesFee: 0, insuranceFee: 0 };
  return { totalAmount, priceBreakdown: { ...fees, accessories: [], insurance: null } };
};

/** A quote whose prices follow each other, saved with the first one. */
async function saved(quotes: readonly object[], soldOut: readonly number[] = []) {
  const rental = cli(operatorService({ quotes, soldOut }));
  expect(await rental.run('quote 11 --pick-up 1 --from +30d --to +7d --save it')).toMatchObject({ code: 0 });
  return rental;
}

test('in a pipe, the last column has in words what a terminal shows', async () => {
  const rental = await saved([price(700), price(1690, 40), price(1690, 40), price(1650)]);
  const lastColumn = async () => (await rental.run('trips check it')).stdout.split('\t').at(-1);
  expect(await lastColumn()).toBe(
    'total amount 700.00 -> 1690.00 (+990.00); rental fee 700.00 -> 1650.00 (+950.00); route fee 0.00 -> 40.00 (+40.00)\n',
  );
  expect(await lastColumn()).toBe('\n');
  const changes = await rental.run('trips check it --fields name,changes');
  expect(changes.stdout).toBe('it\ttotal amount 1690.00 -> 1650.00 (-40.00); route fee 40.00 -> 0.00 (-40.00)\n');
});

test('in a pipe, a price that is gone and one that is back are changes too', async () => {
  const soldOut: number[] = [];
  const rental = await saved([price(700)], soldOut);
  soldOut.push(11);
  expect((await rental.run('trips check it')).stdout).toMatch(/\ttotal amount 700\.00 -> none\n$/);
  soldOut.pop();
  expect((await rental.run('trips check it')).stdout).toMatch(/\ttotal amount none -> 700\.00\n$/);
});

test('CSV has the same words, and JSON the parts of each change', async () => {
  const rental = await saved([price(700), price(650), price(600)]);
  const { stdout } = await rental.run('trips check it --format csv --fields changes');
  expect(stdout).toBe('changes\r\ntotal amount 700.00 -> 650.00 (-50.00); rental fee 700.00 -> 650.00 (-50.00)\r\n');
  const total = { field: 'totalAmount', before: 650, after: 600, difference: -50 };
  expect(await rental.json('trips check it')).toMatchObject([{ changes: [total, { field: 'rentalFee' }] }]);
});
