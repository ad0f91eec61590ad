/** Quotes of `best` against `all`, for each way of pricing and each use. */
import { compareQuotes, uses } from '../../test/compare/pricing.ts';
import { ways } from '../../test/compare/ways.ts';
import { printTable } from '../table.ts';

export async function quotes(): Promise<void> {
  const rows: string[][] = [];
  for (const [way, onTop] of ways) {
    const cells: string[] = [];
    for (const use of uses) {
      const { few, all, wrong, above } = await compareQuotes(use, onTop);
      const reported = few.outcome.found.gaps.couldBeBelow > 0 ? 'reported' : 'not reported';
      const difference = `: ${wrong} of ${all.totals.size} differ, ${(above * 100).toFixed(2)} % above, ${reported}`;
      cells.push(`${few.quotes} / ${all.quotes}${wrong === 0 ? '' : difference}`);
    }
    rows.push([way, ...cells]);
  }
  printTable(
    'A month of 31 starts × 5 lengths × 12 vehicles: quotes of best / of all',
    ['way', ...uses.map(({ name }) => name)],
    rows,
  );
}
