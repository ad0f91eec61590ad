/**
 * Requests of a search for each way of pricing, kind of daily rates and scene: whether the cheapest
 * were found, and whether what is reported of the rest is true.
 */
import {
  allOf,
  eachPair,
  faultsOf,
  lengths,
  rates,
  runSearch,
  scenes,
  ten,
  ways,
  worldOf,
  wrongOf,
} from '../../test/search/worlds.ts';

/**
 * A cell: trips + quotes = requests, then how many of the ten are wrong, and how many unpriced
 * offers could be below.
 */
export function search(): void {
  console.log(
    `A month of 31 starts × ${lengths.length} lengths × 12 vehicles: trips + quotes = requests; could be below`,
  );
  for (const [scene, sceneOf] of Object.entries(scenes)) {
    const aims = sceneOf.pairs > 1 ? [ten, eachPair] : [ten];
    const kinds = Object.keys(rates);
    console.log(
      `\n${scene}\n\n| way | ${kinds.join(' | ')} |\n|---${'|---'.repeat(kinds.length)}|`,
    );
    for (const [name, way] of Object.entries(ways)) {
      const cells = Object.values(rates).map((rateOf) => {
        const world = worldOf(way, rateOf, sceneOf, lengths);
        const found = runSearch(world, { aims });
        const { asked, priced, findings, requests } = found;
        const wrong = wrongOf(priced, allOf(world), aims);
        const isUntrue = faultsOf(world, found, aims).length > 0;
        return `${asked.length}+${priced.length}=${requests}${wrong > 0 ? ` WRONG ${wrong}` : ''}; ${findings.couldBeBelow}${isUntrue ? ' UNTRUE' : ''}`;
      });
      console.log(`| ${name} | ${cells.join(' | ')} |`);
    }
  }
}
