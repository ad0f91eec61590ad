import { spawn } from 'node:child_process';
import { Client, type CallToolResult } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { onTestFinished, vi } from 'vitest';
import { createContext } from '../../src/cli/context.ts';
import { resolveSettings, settingsOf } from '../../src/cli/settings.ts';
import { environmentLevel, fileLevel, flagLevel } from '../../src/cli/sources.ts';
import { commands } from '../../src/commands/index.ts';
import { callTool, type Call } from '../../src/mcp/call.ts';
import { openSessions } from '../../src/mcp/operators.ts';
import { toolsOf } from '../../src/mcp/tools/index.ts';
import { emptyConfig } from '../../src/operators/config.ts';
import { unconfiguredOperator } from '../../src/operators/operator.ts';
import type { Operator } from '../../src/planner/session.ts';
import { createPalette } from '../../src/terminal/colour.ts';
import type { Io } from '../../src/terminal/io.ts';
import { createProgress } from '../../src/terminal/progress.ts';
import { cleanEnvironment, temporaryFolder } from '../support/environment.ts';
import { createIo } from '../support/io.ts';
import { binary, collect, node } from '../support/program.ts';

/** The revision of 2025, which most assistants speak, and that of 2026. */
export const eras = ['2025-11-25', '2026-07-28'] as const;
export type Era = (typeof eras)[number];

/** How a client of 2025 begins. */
export const initialize = {
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  },
};

/** Starts the real program and connects the official client to it. */
export async function connect(args: readonly string[], era: Era): Promise<Client> {
  const env = cleanEnvironment(temporaryFolder());
  const transport = new StdioClientTransport({
    command: node,
    args: [binary, 'mcp', ...args],
    env,
    stderr: 'ignore',
  });
  const mode = era === '2025-11-25' ? 'legacy' : { pin: era };
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

/** Starts the real program for messages that are written by hand. */
export async function start(args: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const env = { ...cleanEnvironment(temporaryFolder()), ...more };
  const child = spawn(node, [binary, 'mcp', ...args], { env, stdio: 'pipe' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const { printed, ended } = collect(child);
  const messages = (): Record<string, unknown>[] => {
    const lines = printed.stdout.split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  };
  const send = (message: object): void =>
    void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  /** The answer to the request with this id. */
  const answer = (id: unknown) =>
    vi.waitUntil(() => messages().find((message) => message['id'] === id), {
      timeout: 10_000,
      interval: 10,
    });
  send({ id: 'opening', ...initialize });
  send({ method: 'notifications/initialized' });
  await answer('opening');
  return { child, printed, ended, messages, send, answer };
}

export interface Called {
  readonly document: Record<string, unknown>;
  readonly text: string;
  readonly isError: boolean;
  readonly error: Record<string, unknown> | undefined;
}

/** The structure of a result, or else the error in its text. */
export function read(result: CallToolResult): Called {
  const [content] = result.content;
  const text = content?.type === 'text' ? content.text : '';
  const isError = result.isError === true;
  const { structuredContent: document } = result;
  if (document !== undefined)
    return { document: document as Called['document'], text, isError, error: undefined };
  const { error } = JSON.parse(text) as { readonly error: Record<string, unknown> };
  return { document: {}, text, isError, error };
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * A row for each price of a comparison, and for the starts of each vehicle without one, with what
 * all of them have in common.
 */
export function rowsOf({ vehicles, ...shared }: Called['document']): Fields[] {
  return (vehicles as readonly Fields[]).flatMap(({ prices = [], notPriced = [], ...vehicle }) =>
    [prices, notPriced].flatMap((list) =>
      (list as readonly Fields[]).map((row) => ({ ...shared, ...vehicle, ...row })),
    ),
  );
}

interface CallOptions {
  readonly signal?: AbortSignal;
  readonly meter?: Call['meter'];
  readonly sleep?: Io['sleep'];
}

export const tools = toolsOf(commands);

interface PlannerOptions {
  readonly maxWaitMs?: number;
  /** Returns epoch ms. */
  readonly now?: () => number;
  readonly sleep?: Io['sleep'];
}

/** The tools in this process, without a connection. */
export function planner(
  operators: readonly (Partial<Operator> & { readonly address: string })[],
  { maxWaitMs = 25_000, now = Date.now, sleep }: PlannerOptions = {},
) {
  const env = cleanEnvironment(temporaryFolder());
  let passedMs = 0;
  const clocks = {
    now: () => now() + passedMs,
    monotonic: () => performance.now() + passedMs,
  };
  const { io } = createIo(env, { ...clocks, ...(sleep && { sleep }) });
  const config = emptyConfig(env);
  const resolved = resolveSettings([flagLevel({}), environmentLevel({}), fileLevel(config)]);
  const settings = { ...settingsOf(resolved), maxWait: maxWaitMs };
  const troubles: string[] = [];
  const progress = {
    ...createProgress({ io, settings, palette: createPalette(io.stderr, env, 'never') }),
    note: (text: string): void => void troubles.push(text),
  };
  const { signal } = new AbortController();
  const sources = { resolved, config, mistakes: [] };
  const { context } = createContext({ io, settings, sources, signal, progress });
  const known = operators.map(({ address, ...own }) => ({
    ...unconfiguredOperator(address),
    ...own,
  }));
  const sessions = openSessions(known, context);
  onTestFinished(() => sessions.close());
  return {
    sessions,
    env,
    troubles,
    /** Sets the clocks on. */
    pass: (ms: number): void => void (passedMs += ms),
    call: async (name: string, input: object, given: CallOptions = {}) => {
      const tool = tools.find((one) => one.name === name);
      if (tool === undefined) throw new Error(`there is no tool ${name}`);
      const { meter = () => {}, sleep = io.sleep, signal: ending = signal } = given;
      const own = { ...sessions, context: { ...sessions.context, io: { ...io, sleep } } };
      return read(await callTool(own, { tool, input: { ...input }, signal: ending, meter }));
    },
  };
}
