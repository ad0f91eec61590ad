// @module-tag long
/** A runner reads commands in the log of a job. The real command must print none that comes from the service. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/environment.ts';
import { run } from '../support/run.ts';
import { createOriginal, startMutant, type Mutant, type MutableResponse } from './support/mutant.ts';

const original = createOriginal();
afterAll(() => original.close());

const words = [
  'x ##vso[task.setvariable variable=PATH]forged',
  '##VSO[task.complete result=Succeeded;]forged',
  '###vso[task.uploadfile]/etc/passwd',
  '##[error]forged',
  '\n::error title=forged::forged',
];

/** Puts the words into every place of a response that a finding may repeat. */
function poison(text: string): (exchange: MutableResponse) => void {
  return (exchange) => {
    const { path, status } = exchange;
    const plain = text.replace(/[^\x20-\x7e]/g, '');
    if (path === '/depots') {
      const list = JSON.parse(exchange.body) as { id: unknown; pickup_times: object[] }[];
      list[0]!.id = text;
      list[0]!.pickup_times[0] = { time: text, day: text };
      exchange.body = JSON.stringify(list);
    } else if (path === '/site/.well-known/ai-plugin.json') {
      exchange.body = JSON.stringify({ api: { type: 'openapi', url: `/api.yaml#${text}` } });
    } else if (path === '/site/docs') {
      exchange.headers['content-type'] = `text/${plain}`;
    } else if (status !== 200 || /accessories$/.test(path)) {
      Object.assign(exchange, { status: 500, body: JSON.stringify({ error: text }) });
      exchange.headers['content-type'] = 'application/json';
    }
  };
}

/** Lines with a command. Those that our own reports begin hold no second one. */
function commandsIn(log: string): string[] {
  return log
    .split(/[\r\n\u0085\u2028\u2029]/)
    .map((line) => line.replace(/^##(?:vso\[task\.logissue type=(?:error|warning);\]|\[section\])|^::\w+ title=/, ''))
    .filter((line) => /##(?:vso)?\[/i.test(line) || /^\s*::/.test(line));
}

async function smoke(mutant: Mutant, ...args: string[]) {
  return run(['smoke', '--base-url', mutant.baseUrl.href, '--no-wait', ...args]);
}

describe.each(words.map((text) => [JSON.stringify(text), text] as const))('with %s', (_, text) => {
  test.each(['table', 'plain', 'json', 'ndjson', 'csv'])('%s prints no command', async (format) => {
    const mutant = await startMutant(original, poison(text));
    const { code, stdout, stderr } = await smoke(mutant, '--format', format, '-vv');
    expect(code).toBe(1);
    expect(stdout).toMatch(/task|forged/);
    expect(commandsIn(stdout + stderr)).toEqual([]);
  });

  test('no report holds a command', async () => {
    const mutant = await startMutant(original, poison(text));
    const folder = temporaryFolder();
    const kinds = ['junit', 'tap', 'github', 'azure', 'markdown'];
    const files = kinds.map((kind) => join(folder, kind));
    const reports = kinds.map((kind, index) => `${kind}=${files[index] ?? ''}`);
    const { code, stdout, stderr } = await smoke(mutant, '--report', [...reports, 'github', 'azure'].join());
    expect(code).toBe(1);
    for (const file of files) {
      const written = readFileSync(file, 'utf8');
      expect(written).toMatch(/task|forged/);
      expect(commandsIn(written)).toEqual([]);
    }
    expect(commandsIn(stdout + stderr)).toEqual([]);
  });
});
