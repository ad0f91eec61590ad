/** Calls the tools of the server for assistants, and prints the defects. */
import { checkCalls } from './check.ts';

/** Resolves with the number of defects. */
export async function fuzzCalls(count: number, seed: number): Promise<number> {
  const { problems, ends, grown, longestBytes, longestMs } = await checkCalls(seed, count);
  problems.forEach((problem) => console.log(problem));
  console.log(`the longest answer: ${longestBytes} bytes; the longest call: ${longestMs.toFixed(0)} ms of processor`);
  console.log(
    `${count} calls with seed ${seed}, ${problems.length} defects, heap + ${grown} bytes, ${JSON.stringify(ends)}`,
  );
  return problems.length;
}
