/** Ends the fuzzer if an input keeps it busy for ever: then no timer of its own thread fires. */
import { Worker } from 'node:worker_threads';

/** The thread that runs the inputs has its own limits, which are shorter. */
const longestMs = 60_000;

const script = `
const { workerData: { shared, seed, longestMs } } = require('node:worker_threads');
const state = new Float64Array(shared);
setInterval(() => {
  const [index, startedAt] = state;
  if (startedAt === 0 || Date.now() - startedAt < longestMs) return;
  require('node:fs').writeSync(1, '\\n' + index + ': it does not end\\n  replay: npm run fuzz -- wire 1 ' + seed + ' ' + index + '\\n');
  process.kill(process.pid, 'SIGKILL');
}, 1000);`;

export function startWatchdog(seed: number) {
  const shared = new SharedArrayBuffer(16);
  const state = new Float64Array(shared);
  const worker = new Worker(script, { eval: true, workerData: { shared, seed, longestMs } });
  worker.unref();
  return {
    starts: (index: number): void => {
      state[0] = index;
      state[1] = Date.now();
    },
    end: (): void => void worker.terminate(),
  };
}
