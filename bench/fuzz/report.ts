/** What `npm run fuzz` prints: how far it is, each defect, and the exit codes at the end. */
import { quoteShell } from '../../src/text.ts';
import type { Line } from './lines.ts';

export function startReport(noun: string, count: number, seed: number) {
  const started = performance.now();
  const seconds = (): string => ((performance.now() - started) / 1000).toFixed(0);
  return {
    done: (inputs: number): void => {
      if (inputs % 5000 === 0) console.error(`${inputs} ${noun}, ${seconds()} s`);
    },
    defect: (index: number, problem: string, { words, env, config, columns }: Line): void => {
      console.log(`\n${index}: ${problem}\n  ${quoteShell(['rental', ...words]).slice(0, 600)}`);
      console.log(`  ${JSON.stringify({ env, config: config?.slice(0, 300), columns })}`);
    },
    end: (defects: number, codes: Readonly<Record<number, number>>): void => {
      const ends = `exit codes ${JSON.stringify(codes)}`;
      console.log(`\n${count} ${noun} with seed ${seed}, ${seconds()} s, ${defects} defects, ${ends}`);
    },
  };
}
