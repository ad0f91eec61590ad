/** npm run fuzz -- [lines] [seed] [first]: runs random command lines and prints the defects; the last line has the exit codes. */
import { quoteShell } from '../../src/text.ts';
import { checkLines } from './check.ts';
import { startFakes } from './harness.ts';

const [count = 1000, seed = 1, from = 0] = process.argv.slice(2).map(Number);
const fakes = await startFakes();
const started = performance.now();
const seconds = (): string => ((performance.now() - started) / 1000).toFixed(0);
const { defects, codes } = await checkLines({
  ...{ seed, from, count, addresses: fakes.addresses },
  onLine: (index) => {
    const done = index - from + 1;
    if (done % 5000 === 0) console.error(`${done} lines, ${seconds()} s`);
  },
  onDefect: ({ problem, index, line, outcomes }) => {
    console.log(`\n${index}: ${problem}\n  ${quoteShell(['rental', ...line.words]).slice(0, 600)}`);
    console.log(`  ${JSON.stringify({ env: line.env, config: line.config?.slice(0, 300), columns: line.columns })}`);
    for (const { code, stdout, stderr } of outcomes)
      console.log(`  ${JSON.stringify({ code, stderr, stdout }).slice(0, 1500)}`);
  },
});
await fakes.close();
console.log(
  `\n${count} lines with seed ${seed}, ${seconds()} s, ${defects.length} defects, exit codes ${JSON.stringify(codes)}`,
);
process.exitCode = defects.length === 0 ? 0 : 1;
