/** Quotes of `best` against `all`, for each way of pricing and each use. */
import { compareQuotes, uses } from '../../test/compare/pricing.ts';
import { ways } from '../../test/compare/ways.ts';

export async function quotes(): Promise<void> {
  console.log('A month of 31 starts × 5 lengths × 12 vehicles: quotes of best / of all');
  console.log(
    `\n| way | ${uses.map(({ name }) => name).join(' | ')} |\n|---${'|---'.repeat(uses.length)}|`,
  );
  for (const [way, onTop] of ways) {
    const cells: string[] = [];
    for (const use of uses) {
      const { few, all, wrong, above } = await compareQuotes(use, onTop);
      const isSaid = few.outcome.findings.couldBeBelow > 0 ? 'said' : 'not said';
      const difference = `: ${wrong} of ${all.totals.size} differ, ${(above * 100).toFixed(2)} % above, ${isSaid}`;
      cells.push(`${few.quotes} / ${all.quotes}${wrong === 0 ? '' : difference}`);
    }
    console.log(`| ${way} | ${cells.join(' | ')} |`);
  }
  console.log('');
}
