/** A reporter of vitest: ends a run with what was skipped, and why. */
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { needs, type Need } from './needs.ts';

export default class Skipped implements Reporter {
  #isFiltered = false;

  onInit({ config }: Vitest): void {
    // With `-t`, all other tests count as skipped.
    this.#isFiltered = config.testNamePattern !== undefined;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (this.#isFiltered) return;
    const skipped = modules.flatMap((module) => [...module.children.allTests('skipped')].map(({ tags }) => tags));
    const text = describeSkipped(skipped);
    if (text !== '') process.stdout.write(`\n${text}\n`);
  }
}

/** `skipped` has the tags of each skipped test. */
function describeSkipped(skipped: readonly (readonly string[])[]): string {
  if (skipped.length === 0) return '';
  const missing = needs.filter(({ isMet }) => !isMet);
  const needOf = (tags: readonly string[]): Need | undefined => missing.find(({ name }) => tags.includes(name));
  const counts = new Map<Need | undefined, number>();
  for (const need of skipped.map(needOf)) counts.set(need, (counts.get(need) ?? 0) + 1);
  const lines = [...counts].map(([need, count]) => {
    const remedy =
      need === undefined ? 'another system, user or machine' : (need.remedy ?? `apt-get install ${need.name}`);
    return `${String(count).padStart(6)}  ${remedy}`;
  });
  return [`${skipped.length} tests were skipped, for want of`, ...lines].join('\n');
}
