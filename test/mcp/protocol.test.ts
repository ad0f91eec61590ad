/** Messages that are not as the protocol has them: the server goes on. */
import { PassThrough, type TransformOptions } from 'node:stream';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test, vi } from 'vitest';
import { serve } from '../../src/mcp/server.ts';
import { operator } from '../support/operator.ts';
import { eras, initialize, planner, type Era, tools } from './support.ts';

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
  '2025-11-25': initialize,
  '2026-07-28': { method: 'server/discover', params: { _meta: envelope } },
};

/** The server in this process: lines go in, and answers come out. */
async function connection(era: Era) {
  const { baseUrl } = operator();
  const { sessions, troubles } = planner([{ address: baseUrl }]);
  const transform: TransformOptions['transform'] = (chunk, _, done) =>
    void setImmediate(done, null, chunk);
  const [input, output] = [new PassThrough(), new PassThrough({ highWaterMark: 1, transform })]; // Its reader is slow.
  const answers: Answer[] = [];
  createInterface({ input: output }).on('line', (line) => answers.push(JSON.parse(line) as Answer));
  const { context } = sessions;
  const io = { ...context.io, stdin: input, stdout: output };
  const served = serve({ ...sessions, context: { ...context, io } }, tools);
  onTestFinished(async () => {
    input.end();
    await served;
  });
  const meta = era === '2026-07-28' ? { _meta: envelope } : {};
  const send = (message: object): void =>
    void input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
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
  return { input, meta, served, answersBefore, troubles };
}

/**
 * These are no messages, or ask for no answer: then no two programs send each other errors forever.
 */
const silent = [
  ...['', '\r', 'this is not JSON', '['.repeat(100_000), '[]', 'null', '{"jsonrpc":"2.0"}'],
  '[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"ping"}]',
  '{"jsonrpc":"2.0","id":{"a":1},"method":"tools/list"}',
  '{"id":7,"method":"tools/list"}',
  '{"jsonrpc":"2.0","id":7,"method":"tools/list","params":[]}',
  '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}',
  '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}',
];

test.each(eras)(
  '%s: a line that is not a message gets no answer, and the server goes on',
  async (era) => {
    const { input, answersBefore, troubles } = await connection(era);
    for (const line of silent) input.write(`${line}\n`);
    // A flood, in one piece.
    input.write('x\n'.repeat(1_000));
    expect(await answersBefore()).toEqual([]);
    expect(troubles).toContain('ignored a message that is not valid MCP');
    for (const trouble of troubles) expect(trouble).toMatch(/^[^\n]{1,200}$/);
  },
);

test.each([
  ['no/such/method', {}, -32_601],
  ['tools/call', {}, -32_602],
  ['tools/call', { name: 'x' }, -32_602],
  ['tools/call', { name: 'get_limits', arguments: [] }, -32_602],
])('the request %s with %j gets the error of the protocol', async (method, params, code) => {
  for (const era of eras) {
    const { input, meta, answersBefore } = await connection(era);
    input.write(
      `${JSON.stringify({ jsonrpc: '2.0', id: 7, method, params: { ...params, ...meta } })}\n`,
    );
    expect(await answersBefore()).toMatchObject([{ id: 7, error: { code } }]);
  }
});

test('a message can come in pieces, and a hundred in one', async () => {
  const { input, answersBefore } = await connection('2025-11-25');
  const warned = vi.spyOn(process, 'emitWarning');
  const line = '{"jsonrpc":"2.0","id":"ā","method":"ping"}\r\n';
  for (const byte of Buffer.from(line)) input.write(Buffer.of(byte));
  input.write(line.repeat(99));
  const answers = await answersBefore();
  expect(answers.map(({ id }) => id)).toEqual(Array(100).fill('ā'));
  expect(warned).not.toHaveBeenCalled();
});

test.each(eras)(
  '%s: a message that is too large gets an error, and the server goes on',
  async (era) => {
    const { input, answersBefore, troubles } = await connection(era);
    const large = JSON.stringify({
      jsonrpc: '2.0',
      id: 7,
      method: 'ping',
      params: { text: 'x'.repeat(1_048_576) },
    });
    input.write(`${large}\n`);
    for (const part of ['y'.repeat(600_000), 'y'.repeat(600_000), '\n']) input.write(part);
    expect(await answersBefore()).toMatchObject(
      Array(2).fill({ id: null, error: { code: -32_600 } }),
    );
    expect(troubles).toContain('a message of more than 1048576 bytes is refused');
  },
);
