/**
 * npm run bench -- fuzz [count] [seed] [first]
 *
 * Random answers of a service, against the whole program in one process. Prints the defects, each
 * with the bytes that were sent, and the exit codes. A count of 1 repeats one input.
 */
import { checkAnswers } from './check.ts';

const [count = 1000, seed = 1, from = 0] = process.argv.slice(2).map(Number);
const { defects, codes } = await checkAnswers(
  { seed, count, from },
  ({ index, words, sent, outcome, problem }) => {
    if (problem === undefined && count > 1) return;
    console.log(`\n${index}: ${problem ?? 'no defect'}\n  rental ${words.join(' ')}`);
    const maxLength = count === 1 ? 100_000 : 1500;
    for (const { target, bytes } of sent)
      console.log(
        `  ${target}\n    ${JSON.stringify(bytes.toString('latin1')).slice(0, maxLength)}`,
      );
    console.log(
      `  ${JSON.stringify(outcome).slice(0, maxLength)}\n  again: npm run bench -- fuzz 1 ${seed} ${index}`,
    );
  },
);
console.log(
  `\n${count} inputs with seed ${seed}, ${defects.length} defects, exit codes ${JSON.stringify(codes)}`,
);
process.exitCode = defects.length === 0 ? 0 : 1;
