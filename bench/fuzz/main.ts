/**
 * npm run bench -- fuzz [count] [seed] [first]
 *
 * Random answers of a service, against the whole program in one process. Prints the defects, each with the bytes that were sent, and the
 * exit codes. A count of 1 repeats one input.
 */
import { checkAnswers } from './check.ts';

const numbers = process.argv.slice(2).map(Number);
const [count = 1000, seed = 1, from = 0] = numbers;
const started = performance.now();

if (numbers.every(Number.isSafeInteger)) {
  const { defects, codes } = await checkAnswers({ seed, count, from }, (input) => {
    const index = input.index - from + 1;
    if (index % 5000 === 0) console.error(`${index} inputs, ${((performance.now() - started) / 1000).toFixed(0)} s`);
    if (input.problem === undefined && count > 1) return;
    console.log(`\n${input.index}: ${input.problem ?? 'no defect'}\n  rental ${input.words.join(' ')}`);
    for (const { target, bytes } of input.sent) {
      console.log(
        `  ${target}\n    ${JSON.stringify(bytes.toString('latin1')).slice(0, count === 1 ? 100_000 : 1500)}`,
      );
    }
    console.log(
      `  ${JSON.stringify(input.outcome).slice(0, 1500)}\n  again: npm run bench -- fuzz 1 ${seed} ${input.index}`,
    );
  });
  console.log(`\n${count} inputs with seed ${seed}, ${defects.length} defects, exit codes ${JSON.stringify(codes)}`);
  process.exitCode = defects.length === 0 ? 0 : 1;
} else {
  console.error('usage: npm run bench -- fuzz [count] [seed] [first]');
  process.exitCode = 2;
}
