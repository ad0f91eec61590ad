/** A reporter of vitest: ends a run with what was skipped, and why. */
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { needs } from './needs.ts';

export default class Skipped implements Reporter {
  #isFiltered = false;

  onInit({ config }: Vitest): void {
    // With `-t`, all other tests count as skipped.
    this.#isFiltered = config.testNamePattern !== undefined;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (this.#isFiltered) return;
    const skipped = modules.flatMap((module) => [...module.children.allTests('skipped')].map(({ tags }) => tags));
    if (skipped.length > 0) process.stdout.write(`\n${describeSkipped(skipped)}\n`);
  }
}

/** `skipped` has the tags of each skipped test. */
function describeSkipped(skipped: readonly (readonly string[])[]): string {
  const missing = needs.filter(({ isMet }) => !isMet);
  const counts = new Map<string, number>();
  for (const tags of skipped) {
    const need = missing.find(({ name }) => tags.includes(name));
    const remedy = need?.remedy ?? 'another system, user or machine';
    counts.set(remedy, (counts.get(remedy) ?? 0) + 1);
  }
  const lines = [...counts].map(([remedy, count]) => `${String(count).padStart(6)}  ${remedy}`);
  return [`${skipped.length} tests were skipped, for want of`, ...lines].join('\n');
}
