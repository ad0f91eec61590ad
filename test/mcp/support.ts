import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, type CallToolResult } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { onTestFinished } from 'vitest';
import { systemIo, type Io } from '../../src/terminal/io.ts';
import { callTool } from '../../src/mcp/call.ts';
import { openSessions, type Sessions } from '../../src/mcp/operators.ts';
import type { Notice } from '../../src/mcp/progress.ts';
import { tools } from '../../src/mcp/tools/index.ts';
import { createContext, type Context } from '../../src/cli/context.ts';
import { resolveSettings } from '../../src/cli/settings.ts';
import { environmentLevel, fileLevel, flagLevel } from '../../src/cli/sources.ts';
import { emptyConfig } from '../../src/operators/config.ts';
import { operatorAt } from '../../src/operators/operator.ts';
import type { Operator } from '../../src/planner/session.ts';
import { cleanEnvironment, temporaryFolder } from '../support/environment.ts';
import { binary, node } from '../support/program.ts';
import { plantedServices } from '../support/service.ts';

/** The revision of 2025, which most assistants speak, and that of 2026. */
export const eras = ['2025-11-25', '2026-07-28'] as const;
export type Era = (typeof eras)[number];

type Env = Readonly<Record<string, string>>;

/** Starts the real program and connects the official client to it. */
export async function connect(
  args: readonly string[],
  era: Era,
  options: { readonly env?: Env } = {},
): Promise<Client> {
  const env = { ...cleanEnvironment(temporaryFolder()), ...options.env };
  const transport = new StdioClientTransport({ command: node, args: [binary, 'mcp', ...args], env, stderr: 'ignore' });
  const mode = era === '2025-11-25' ? 'legacy' : { pin: era };
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

export interface RawServer {
  readonly child: ChildProcess;
  /** Every line of stdout so far. */
  readonly lines: string[];
  send(message: object): void;
  /** The answer to the request with this id. */
  answer(id: number): Promise<Record<string, unknown>>;
  /** Exit code, or the signal that ended it. */
  readonly ended: Promise<number | string | null>;
}

/** Starts the real program for messages that are written by hand. */
export function start(args: readonly string[], more: Env = {}): RawServer {
  const env = { ...cleanEnvironment(temporaryFolder()), ...more };
  const child = spawn(node, [binary, 'mcp', ...args], { env, stdio: ['pipe', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  const answer = async (id: number): Promise<Record<string, unknown>> => {
    for (;;) {
      for (const line of lines) {
        const message = JSON.parse(line) as Record<string, unknown>;
        if (message['id'] === id) return message;
      }
      await delay(10);
    }
  };
  const ended = new Promise<number | string | null>((done) =>
    child.once('close', (code, signal) => done(code ?? signal)),
  );
  return { child, lines, answer, ended, send: (message) => void child.stdin.write(`${JSON.stringify(message)}\n`) };
}

let nextId = 0;
export function initialize(server: RawServer): Promise<unknown> {
  const id = (nextId += 1) + 1_000;
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  server.send({ jsonrpc: '2.0', id, method: 'initialize', params });
  server.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  return server.answer(id);
}

export interface Called {
  readonly document: Record<string, unknown>;
  readonly text: string;
  readonly isError: boolean;
  readonly error: Record<string, unknown> | undefined;
}

/** What a result holds; its text must be the same document. */
export function read(result: CallToolResult): Called {
  const [content] = result.content;
  const text = content?.type === 'text' ? content.text : '';
  const document = JSON.parse(text) as Record<string, unknown>;
  const [isError, error] = [result.isError === true, document['error'] as Record<string, unknown> | undefined];
  if (error !== undefined) return { document: {}, text, isError, error };
  if (JSON.stringify(result.structuredContent) !== JSON.stringify(document))
    throw new Error('the text is not the structured content');
  return { document, text, isError, error };
}

export interface Planner {
  readonly sessions: Sessions;
  readonly context: Context;
  readonly env: Readonly<Record<string, string>>;
  readonly troubles: unknown[];
  /** Sets the clocks on. */
  pass(ms: number): void;
  call(name: string, input: object, options?: CallOptions): Promise<Called>;
}

interface CallOptions {
  readonly signal?: AbortSignal;
  readonly send?: (notice: Notice) => void;
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** The tools in this process, without a connection. */
export function planner(
  operators: readonly (Partial<Operator> & { readonly address: string })[],
  { maxWaitMs = 25_000, usual }: { readonly maxWaitMs?: number; readonly usual?: string } = {},
): Planner {
  const folder = temporaryFolder();
  let passedMs = 0;
  const env = { HOME: folder, RENTAL_STATE_DIR: folder };
  const noTerminal = { isTTY: false } as never;
  const io = {
    ...systemIo(),
    ...{ stdin: noTerminal, stdout: noTerminal, stderr: noTerminal, env },
    now: () => Date.now() + passedMs,
    monotonic: () => performance.now() + passedMs,
    sleep: (ms: number, signal?: AbortSignal) => delay(ms, undefined, signal && { signal }),
    random: () => Math.random(),
    service: plantedServices(),
  };
  const known = operators.map(({ address, ...own }) => ({ ...operatorAt(address), ...own }));
  const sessions = openSessions(known, usual, { machine: io, maxWaitMs });
  onTestFinished(() => sessions.close());
  const troubles: unknown[] = [];
  const contextWith = (sleep: Io['sleep']): Context => {
    const config = emptyConfig(env);
    const levels = [flagLevel({}), environmentLevel({}), fileLevel(config)] as const;
    const settings = resolveSettings(levels);
    const progress = { onEvent() {}, begin: () => () => {}, meter() {}, note() {}, noteLines: () => 0, warn() {} };
    const { signal } = new AbortController();
    const lines = { hide() {}, stop() {}, print() {}, hold: () => () => {} };
    return createContext({
      ...{ settings, levels, config, mistakes: [], signal },
      ...{ io: { ...io, sleep }, progress: { ...progress, ...lines } },
    });
  };
  return {
    sessions,
    context: contextWith(io.sleep),
    env,
    troubles,
    pass: (ms) => void (passedMs += ms),
    call: async (name, input, { signal = new AbortController().signal, send = () => {}, sleep = io.sleep } = {}) => {
      const tool = tools.find((one) => one.name === name);
      if (tool === undefined) throw new Error(`there is no tool ${name}`);
      const onTrouble = (error: unknown): void => void troubles.push(error);
      return read(
        await callTool(
          tool,
          { ...input },
          {
            sessions,
            context: contextWith(sleep),
            onTrouble,
            signal,
            send,
          },
        ),
      );
    },
  };
}
