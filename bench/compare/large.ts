/** A comparison of 12,000 offers as a process, against the least that its requests and its document take. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from '../bundle.js';
import { inNewHome } from './home.ts';

const trips = ['--pick-up', '1', '--from', '2126-12-01..+99d', '--nights', '5,6,7,8,9,10,12,14,18,21'];
const large = ['compare', ...trips, '--max-requests', '20000', '--json', '--refresh', '--quote'];
const runs = 5;

export async function offers(root: string): Promise<void> {
  console.log(`1,000 trips × 12 vehicles, a service that answers at once; medians of ${runs} runs`);
  console.log('\n| --quote | requests | s | requests alone, s | document alone, s | ratio | most memory, MB |');
  console.log('|---|---|---|---|---|---|---|');
  const { file, remove } = await bundle(root, 'bench/compare/worker.ts');
  const work = (...words: string[]) =>
    spawn(process.execPath, [file, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
  const told = async ({ stdout }: ReturnType<typeof work>) =>
    JSON.parse(String((await once(stdout, 'data'))[0])) as unknown;
  const service = work('serve');
  const url = `http://localhost:${String(await told(service))}`;
  for (const quoting of ['none', 'best']) {
    const results: number[][] = [];
    for (let run = 0; run < runs; run += 1) {
      // No limit is in the way: a slot is free again after a millisecond.
      await inNewHome({ big: { baseUrl: url, limit: '20/1ms' } }, async (home, rental) => {
        const { ms, memory } = await rental([...large, quoting], join(home, 'out.json'));
        const [sent, requests] = (await told(work('send', url))) as [number, number];
        const json = jsonMs(readFileSync(join(home, 'out.json'), 'utf8'));
        results.push([requests, ms, sent, json, ms / (1.5 * json + sent), memory]);
      });
    }
    const [requests = 0, ms = 0, sent = 0, json = 0, ratio = 0, memory = 0] = medians(results);
    const seconds = [ms, sent, json].map((time) => (time / 1000).toFixed(2)).join(' | ');
    console.log(`| ${quoting} | ${requests} | ${seconds} | ${ratio.toFixed(1)} | ${(memory / 1024).toFixed(0)} |`);
  }
  service.kill();
  remove();
  console.log('\nratio: to 1.5 × the document + the requests\n');
}

/** To read and write a document, once the loop is warm. */
function jsonMs(text: string): number {
  const times = Array.from({ length: 30 }, () => {
    const startedAt = performance.now();
    JSON.stringify(JSON.parse(text));
    return [performance.now() - startedAt];
  });
  return medians(times.slice(15))[0] ?? Number.NaN;
}

function medians(rows: readonly (readonly number[])[]): number[] {
  const columns = rows[0]?.map((_, at) => rows.map((row) => row[at] ?? Number.NaN).sort((a, b) => a - b)) ?? [];
  return columns.map((column) => column[column.length >> 1] ?? Number.NaN);
}
