/** One process of a contender: sends its share of the requests, some of them at once, and ends. */
import { once } from 'node:events';
import { contenders, type ContenderOrder } from './contenders.ts';

const [name = '', order = ''] = process.argv.slice(2);
const given = JSON.parse(order) as ContenderOrder;
const contender = contenders[name]!(given);
let left = given.requests;

async function lane(): Promise<void> {
  while (left > 0) {
    left -= 1;
    await contender.send();
  }
}

// Do not measure the start of the program.
const warm = new URL('/warm', given.url);
await (await fetch(warm)).arrayBuffer();
process.send!('ready');
await once(process, 'message');
await Promise.all(Array.from({ length: given.lanes }, lane));
process.send!('done');
await contender.close?.();
process.disconnect();
