import { urlOf } from '../base/addresses.ts';
import { OutputError, UsageError } from '../base/errors.ts';
import { parseRateLimit } from '../operators/fields.ts';
import { unlessAborted } from '../base/memoize.ts';
import { sandboxPorts, sandboxVariants } from '../operators/operator.ts';
import { sandboxShape as sandboxDocument } from '../documents/program.ts';
import { makeResult, type Pair, type Result } from '../result.ts';
import { defineCommand } from '../cli/command.ts';
import { shortName, suggestion } from '../base/words.ts';
import type { Sandbox } from '../sandbox/index.ts';
import { resetFormats, type ResetFormat } from '../sandbox/rate-limit.ts';

export default defineCommand({
  name: 'sandbox',
  group: 'OPERATE',
  summary: 'serve the built-in operator on this machine until Ctrl-C',
  purpose:
    'Serves the built-in operator on loopback until Ctrl-C: the whole interface with sample data, an OpenAPI ' +
    'description, a documentation page and a booking page.',
  args: {},
  flags: {
    variant: {
      kind: 'choice',
      value: 'a|b',
      choices: sandboxVariants,
      help: 'which of the two operators (default: a)',
    },
    port: {
      kind: 'integer',
      value: 'n',
      min: 0,
      max: 65_535,
      example: 8080,
      help: `where to listen (default: ${sandboxPorts.a}, for b ${sandboxPorts.b}; if in use, a free port)`,
    },
    'rate-limit': {
      kind: 'text',
      value: 'n/dur',
      help: 'requests per window, up to 999999/24h (default: 100/60s)',
    },
    'reset-format': {
      kind: 'choice',
      value: 'form',
      choices: Object.keys(resetFormats) as ResetFormat[],
      help: 'how to write X-RateLimit-Reset (default: epoch-ms)',
    },
    latency: {
      kind: 'duration',
      value: 'dur',
      max: 3_600_000,
      help: 'delay each answer by this long',
    },
    defect: {
      kind: 'list',
      value: 'check',
      help: 'break the rule of this check: see rental smoke --list',
      offers: { words: async () => Object.keys((await import('../sandbox/index.ts')).faults) },
    },
  },
  document: sandboxDocument,
  examples: [
    { does: 'The second of the two operators', line: 'rental sandbox --variant b' },
    {
      does: 'With a small limit, and a line on stderr for each request',
      line: 'rental sandbox --rate-limit 10/10s -v',
    },
    {
      does: 'On a fixed port, with a rule broken so that a check fails',
      line: 'rental sandbox --defect quote-currency --port 8080',
    },
  ],
  see: ['operators'],
  async run(options, context): Promise<Result> {
    const { startSandbox, faults } = await import('../sandbox/index.ts');
    const defects = (options.defect ?? []).map((name) => {
      const fault = Object.hasOwn(faults, name) ? faults[name] : undefined;
      if (fault !== undefined) return fault;
      throw new UsageError(`the sandbox has no defect "${shortName(name)}"`, {
        hint:
          suggestion(name, Object.keys(faults)) ??
          'rental smoke --list shows the names of the checks',
      });
    });
    const { variant = 'a', resetFormat, latency } = options;
    const start = (port: number): Promise<Sandbox> =>
      startSandbox({
        variant,
        port,
        rateLimit: options.rateLimit === undefined ? undefined : limitOf(options.rateLimit),
        resetFormat,
        latencyMs: latency,
        defects,
        now: () => context.io.now(),
        // With -v, the requests are shown as those that this program sends.
        onAnswered: ({ path, method, status }, elapsedMs) => {
          const url = urlOf(sandbox.siteUrl + path) ?? new URL(sandbox.siteUrl);
          context.progress.onEvent({
            type: 'response',
            method,
            url,
            status,
            elapsedMs,
            remaining: undefined,
          });
        },
      });
    const defaultPort = sandboxPorts[variant];
    const port = options.port ?? defaultPort;
    const sandbox = await start(port).catch((error: NodeJS.ErrnoException) => {
      if (error.syscall !== 'listen') throw error;
      if (options.port !== undefined || error.code !== 'EADDRINUSE')
        throw cannotListen(error, port);
      context.note(
        `port ${defaultPort}, which links of --sandbox use, is taken: this sandbox uses another`,
      );
      return start(0);
    });
    return sandboxResult(sandbox, context.signal);
  },
});

function sandboxResult(sandbox: Sandbox, signal: AbortSignal): Result {
  const { baseUrl, siteUrl } = sandbox;
  const docs = `${siteUrl}/docs`;
  const openapi = `${siteUrl}/openapi.json`;
  const pairs: readonly Pair[] = [
    { label: 'Base address', value: baseUrl, kind: 'link' },
    { label: 'Website', value: siteUrl, kind: 'link' },
    { label: 'Documentation', value: docs, kind: 'link' },
    { label: 'OpenAPI', value: openapi, kind: 'link' },
  ];
  return makeResult(sandboxDocument, {
    value: { baseUrl, siteUrl, docs, openapi },
    view: () => [
      { kind: 'text', text: 'The sandbox is running; Ctrl-C stops it.', style: 'heading' },
      { kind: 'pairs', pairs },
      { kind: 'text', text: `rental depots --base-url ${baseUrl}`, style: 'dim' },
    ],
    server: {
      // Only an interruption ends it.
      ended: () => unlessAborted(new Promise<never>(() => {}), signal),
      close: () => sandbox.close(),
    },
  });
}

function limitOf(text: string) {
  const { requests: limit, windowMs } = parseRateLimit(text) ?? {};
  if (limit !== undefined && windowMs !== undefined) return { limit, windowMs };
  const hint = 'for example: rental sandbox --rate-limit 100/60s';
  throw new UsageError(`--rate-limit takes 1 to 999999 requests in 1ms to 24h, not "${text}"`, {
    hint,
  });
}

function cannotListen(cause: NodeJS.ErrnoException, port: number): OutputError {
  const problem = cause.code === 'EADDRINUSE' ? `port ${port} is in use` : cause.message;
  return new OutputError(`the sandbox cannot listen: ${problem}`, {
    hint: 'choose another --port',
    cause,
  });
}
