// test/light.test.ts preloads this into the real program. Appends the address of every loaded module to $TRACE_LOADS.
import { appendFileSync } from 'node:fs';
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) register(import.meta.url);

export async function load(url, context, nextLoad) {
  appendFileSync(process.env.TRACE_LOADS, `${url}\n`);
  return nextLoad(url, context);
}
