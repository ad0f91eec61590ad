/** A reporter of vitest: ends a run with what skipped tests needed, and how many needed it. */
import type { Reporter, TestModule } from 'vitest/node';
import { needs } from './needs.ts';

export default class Skipped implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    // With `-t`, all other tests count as skipped.
    if (modules[0]?.project.vitest.config.testNamePattern !== undefined) return;
    const skipped = modules.flatMap((module) => [...module.children.allTests('skipped')]);
    const missing = needs.flatMap(({ name, isMet, remedy }) => {
      const { length } = skipped.filter(({ tags }) => tags.includes(name));
      return isMet || length === 0 ? [] : [`${String(length).padStart(6)}  ${remedy}`];
    });
    if (missing.length > 0)
      process.stdout.write(
        `\n${['Tests were skipped; each line says what they need:', ...missing].join('\n')}\n`,
      );
  }
}
