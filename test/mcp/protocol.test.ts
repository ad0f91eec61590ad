/** Messages that are not as the protocol has them: each gets an error, and the server goes on. */
import { PassThrough } from 'node:stream';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { serve } from '../../src/mcp/server.ts';
import { operator } from '../support/operator.ts';
import { eras, initialize, planner, start, type Era } from './support.ts';
import { sample } from '../support/thorough.ts';

interface Answer {
  readonly id?: unknown;
  readonly error?: { readonly code: number };
  readonly result?: unknown;
}

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const opening = {
  '2025-11-25': {
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  },
  '2026-07-28': { method: 'server/discover', params: { _meta: envelope } },
};

/** The server in this process: lines go in, and answers come out. */
async function connection(era: Era) {
  const { baseUrl } = await operator();
  const { sessions, machine, troubles } = planner([{ address: baseUrl }]);
  const [input, output] = [new PassThrough(), new PassThrough()];
  const answers: Answer[] = [];
  createInterface({ input: output }).on('line', (line) => answers.push(JSON.parse(line) as Answer));
  const onTrouble = (error: unknown): void => void troubles.push(error);
  const { signal } = new AbortController();
  const served = serve({ input, output, sessions, machine, signal, isSandbox: false, onTrouble });
  onTestFinished(async () => {
    input.end();
    await served;
  });
  const meta = era === '2026-07-28' ? { _meta: envelope } : {};
  const send = (message: object): void => void input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  let asked = 0;
  /** Asks for the limits, and returns the answers until then. */
  const answersBefore = async (): Promise<Answer[]> => {
    asked += 1;
    const id = `limits ${asked}`;
    send({ id, method: 'tools/call', params: { name: 'get_limits', arguments: {}, ...meta } });
    await expect.poll(() => answers.at(-1)?.id).toBe(id);
    expect(answers.at(-1)).toHaveProperty('result');
    return answers.splice(0).slice(0, -1);
  };
  send({ id: 'opening', ...opening[era] });
  expect(await answersBefore()).toMatchObject([{ id: 'opening', result: {} }]);
  return { input, meta, answersBefore, troubles };
}

/** Where the id of a message cannot be read, its answer has none, as the schema of the protocol says. */
const refused: readonly (readonly [line: string, code: number, id?: unknown])[] = [
  ['this is not JSON', -32_700],
  ['{"jsonrpc":"2.0","id":1,"method":"ping"', -32_700],
  ['['.repeat(100_000), -32_700],
  ['[]', -32_600],
  ['[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"ping"}]', -32_600],
  ['1', -32_600],
  ['null', -32_600],
  ['{}', -32_600],
  ['{"jsonrpc":"2.0"}', -32_600],
  ['{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}', -32_600],
  ['{"jsonrpc":"2.0","id":true,"method":"tools/list"}', -32_600],
  ['{"jsonrpc":"2.0","id":null,"method":"tools/list"}', -32_600],
  ['{"jsonrpc":"2.0","id":{"a":1},"method":"tools/list"}', -32_600],
  ['{"jsonrpc":"2.0","id":9007199254740993,"method":"tools/list"}', -32_600],
  ['{"jsonrpc":"2.0","id":7}', -32_600, 7],
  ['{"jsonrpc":"1.0","id":7,"method":"tools/list"}', -32_600, 7],
  ['{"id":7,"method":"tools/list"}', -32_600, 7],
  ['{"jsonrpc":"2.0","id":7,"method":1}', -32_600, 7],
  ['{"jsonrpc":"2.0","id":"a","method":"tools/list","color":"red"}', -32_600, 'a'],
  ['{"jsonrpc":"2.0","id":7,"method":"tools/list","params":[]}', -32_602, 7],
  ['{"jsonrpc":"2.0","id":7,"method":"tools/list","params":null}', -32_602, 7],
  ['{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"_meta":{"progressToken":1.5}}}', -32_602, 7],
  ['{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"_meta":{"progressToken":{}}}}', -32_602, 7],
  ['{"jsonrpc":"2.0","id":7,"method":"no/such/method","params":{"_meta":META}}', -32_601, 7],
  ['{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"_meta":META}}', -32_602, 7],
  ['{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":1,"_meta":META}}', -32_602, 7],
  ['{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"x","_meta":META}}', -32_602, 7],
  [
    '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"get_limits","arguments":[],"_meta":META}}',
    -32_602,
    7,
  ],
];

test.each(sample(eras, 2))('%s: each message that is wrong gets the error of the protocol', async (era) => {
  const { input, meta, answersBefore } = await connection(era);
  for (const [line, code, id] of refused) {
    input.write(`${line.replace('META', JSON.stringify(meta._meta ?? {}))}\n`);
    const answers = await answersBefore();
    expect([line.slice(0, 90), answers.map((one) => [one.error?.code, one.id])]).toEqual([
      line.slice(0, 90),
      [[code, id]],
    ]);
  }
});

test.each(eras)(
  '%s: what asks for no answer gets none, so that no two programs send each other errors forever',
  async (era) => {
    const { input, answersBefore, troubles } = await connection(era);
    const silent = [
      ...['', '  ', '\r'],
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}',
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":null}',
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}',
      '{"jsonrpc":"2.0","id":1.5,"result":{}}',
    ];
    for (const line of silent) input.write(`${line}\n`);
    expect(await answersBefore()).toEqual([]);
    expect(troubles.length).toBeGreaterThanOrEqual(3);
  },
);

test('a message can come in pieces, and several in one', async () => {
  const { input, answersBefore } = await connection('2025-11-25');
  const line = '{"jsonrpc":"2.0","id":"ā","method":"ping"}\r\n';
  for (const byte of Buffer.from(line)) input.write(Buffer.of(byte));
  input.write(`\uFEFF${line}${line}no\n`);
  const answers = await answersBefore();
  expect(answers.map(({ id, error }) => id ?? error?.code).sort()).toEqual([-32_700, 'ā', 'ā', 'ā']);
});

test('a line of more than 10 MB is an error, and the server goes on', async () => {
  const server = start(['--sandbox']);
  await initialize(server);
  const params = { name: 'list_depots', arguments: { search: 'x'.repeat(11_000_000) } };
  server.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  server.send({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'get_limits', arguments: {} } });
  expect(await server.answer(2)).toHaveProperty('result');
  expect(server.lines.map((line) => JSON.parse(line) as Answer)).toContainEqual({
    jsonrpc: '2.0',
    error: { code: -32_700, message: 'a line of more than 10 MB' },
  });
  server.child.stdin?.end();
  expect(await server.ended).toBe(0);
});
