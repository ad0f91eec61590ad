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
    const text = describeSkipped(skipped, needs);
    if (text !== '') process.stdout.write(`\n${text}\n`);
  }
}

/** `skipped` has the tags of each skipped test. */
export function describeSkipped(skipped: readonly (readonly string[])[], all: readonly Need[]): string {
  const missing = all.filter(({ isMet }) => !isMet);
  const of = (tags: readonly string[]): Need | undefined => missing.find(({ name }) => tags.includes(name));
  const groups = missing.flatMap((need) => {
    const count = skipped.filter((tags) => of(tags) === need).length;
    return count === 0 ? [] : [{ ...need, count }];
  });
  const others = skipped.filter((tags) => of(tags) === undefined).length;
  const debian = groups.filter(({ remedy }) => remedy === undefined).map(({ name }) => name);
  const line = (count: number, text: string): string => `${String(count).padStart(6)}  ${text}`;
  return [
    ...(skipped.length > 0 ? [`${skipped.length} tests were skipped, for want of`] : []),
    ...groups.map(({ name, count, remedy = name }) => line(count, remedy)),
    ...(others > 0 ? [line(others, 'another system, user or machine')] : []),
    ...(debian.length > 0 ? [`apt-get install --no-install-recommends ${debian.join(' ')}`] : []),
  ].join('\n');
}
