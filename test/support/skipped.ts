/** A reporter of vitest: ends a run with what was skipped, and why. */
import type { Reporter, TestModule } from 'vitest/node';
import { needs, type Need } from './needs.ts';

export default class Skipped implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
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
    ...(groups.length > 0 ? [`${skipped.length - others} tests were skipped, because something is missing here:`] : []),
    ...groups.map(({ name, count, remedy }) => line(count, remedy === undefined ? name : `${name}: ${remedy}`)),
    ...(debian.length > 0 ? [`apt-get install --no-install-recommends ${debian.join(' ')}`] : []),
    ...(others > 0 ? [`${others} tests were skipped, because they are for another system, user or machine`] : []),
  ].join('\n');
}
