/**
 * npm run fuzz -- [lines] [count] [seed] [first]: random command lines.
 * npm run fuzz -- wire [count] [seed] [first]: random answers of a service.
 * npm run fuzz -- mcp [count] [seed]: the same to calls of the server for assistants.
 * Prints the defects; the last line has the exit codes.
 */
import { fuzzLines } from './lines-main.ts';
import { fuzzCalls } from './mcp/main.ts';
import { fuzzWire } from './wire/main.ts';

const targets = new Map([
  ['lines', fuzzLines],
  ['wire', fuzzWire],
  ['mcp', fuzzCalls],
]);
const args = process.argv.slice(2);
const named = targets.get(args[0] ?? '');
const numbers = (named === undefined ? args : args.slice(1)).map(Number);
const [count = 1000, seed = 1, from = 0] = numbers;

if (numbers.every(Number.isSafeInteger)) {
  const defects = await (named ?? fuzzLines)(count, seed, from);
  process.exitCode = defects === 0 ? 0 : 1;
} else {
  console.error(`usage: npm run fuzz -- [${[...targets.keys()].join('|')}] [count] [seed] [first]`);
  process.exitCode = 2;
}
