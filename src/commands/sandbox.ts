import { urlOf } from '../addresses.ts';
import { OutputError, UsageError } from '../errors.ts';
import { parseRateLimit } from '../operators/fields.ts';
import { unlessAborted } from '../operators/once.ts';
import { sandboxPorts, sandboxVariants } from '../operators/operator.ts';
import { sandbox as sandboxDocument } from '../documents/program.ts';
import { answer, type Result } from '../result.ts';
import { defineCommand } from '../cli/command.ts';
import type { Sandbox } from '../sandbox/index.ts';
import { resetFormats, type ResetFormat } from '../sandbox/rate-limit.ts';
import { meant } from '../text.ts';

/** As `parseRateLimit` reads it. */
const rateLimitBounds = '1 to 999999 requests in 1ms to 24h';

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
      help: `where to listen (default: ${sandboxPorts.a}, for b ${sandboxPorts.b}; if in use, a free port)`,
    },
    'rate-limit': {
      kind: 'text',
      value: 'n/dur',
      help: `requests a window: ${rateLimitBounds} (default: 100/60s)`,
    },
    'reset-format': {
      kind: 'choice',
      value: 'form',
      choices: Object.keys(resetFormats) as ResetFormat[],
      help: 'of X-RateLimit-Reset (default: epoch-ms)',
    },
    latency: { kind: 'duration', value: 'dur', most: 3_600_000, help: 'answer this much later' },
    fail: { kind: 'list', value: 'status:share', help: 'fail that share of requests, such as 503:0.1' },
    defect: {
      kind: 'list',
      value: 'check',
      help: 'break the rule of this check of smoke; a wrong name shows the others',
      offers: { words: async () => (await import('../sandbox/index.ts')).planted.map(({ name }) => name) },
    },
  },
  examples: [
    { does: 'The second of the two operators', line: 'rental sandbox --variant b' },
    { does: 'With a line on stderr for each request', line: 'rental sandbox -v' },
    {
      does: 'A small limit, and every tenth request fails',
      line: 'rental sandbox --rate-limit 10/10s --reset-format delta --fail 503:0.1',
    },
    {
      does: 'On a fixed port, with a rule broken so that a check fails',
      line: 'rental sandbox --defect quote-currency --port 8080',
    },
  ],
  see: ['operators'],
  async run(options, context): Promise<Result> {
    const rateLimit = options.rateLimit === undefined ? undefined : limitOf(options.rateLimit);
    const fail = failuresOf(options.fail ?? []);
    const { startSandbox, planted } = await import('../sandbox/index.ts');
    const defects = planted.map(({ name }) => name);
    for (const name of options.defect ?? []) checkDefect(name, defects);
    const variant = options.variant ?? 'a';
    const usual = sandboxPorts[variant];
    const start = (port: number): Promise<Sandbox> =>
      startSandbox({
        variant,
        port,
        ...(rateLimit && { rateLimit }),
        ...(options.resetFormat && { resetFormat: options.resetFormat }),
        latencyMs: options.latency ?? 0,
        fail,
        defects: options.defect,
        now: () => context.io.now(),
        random: () => context.io.random(),
        // With -v, the requests are shown as those that this program sends.
        onAnswered: ({ path, method, status }, elapsedMs) => {
          const url = urlOf(sandbox.siteUrl + path) ?? new URL(sandbox.siteUrl);
          context.progress.onEvent({ type: 'response', method, url, status, elapsedMs, remaining: undefined });
        },
      });
    const sandbox = await start(options.port ?? usual).catch((error: unknown) => {
      const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
      if (!isTaken || options.port !== undefined) throw cannotListen(error, options.port ?? usual);
      context.note(`port ${usual}, where links of --sandbox lead, is in use: this sandbox has another`);
      return start(0);
    });
    context.atEnd(() => sandbox.close());
    const { baseUrl, siteUrl } = sandbox;
    const value = { baseUrl, siteUrl, docs: `${siteUrl}/docs`, openapi: `${siteUrl}/openapi.json` };
    const link = (label: string, value: string) => ({ label, value, kind: 'link' as const });
    return answer(sandboxDocument, {
      value,
      view: [
        { kind: 'text', text: 'The sandbox is running; Ctrl-C stops it.', style: 'heading' },
        {
          kind: 'pairs',
          pairs: [
            link('Base address', baseUrl),
            link('Website', siteUrl),
            link('Documentation', value.docs),
            link('OpenAPI', value.openapi),
          ],
        },
        { kind: 'text', text: `rental depots --base-url ${baseUrl}`, style: 'dim' },
      ],
      // Only an interruption ends a server.
      until: () => unlessAborted(new Promise<never>(() => {}), context.signal),
    });
  },
});

function limitOf(text: string) {
  const limit = parseRateLimit(text);
  if (limit !== undefined) return { limit: limit.requests, windowMs: limit.windowMs };
  throw new UsageError(`--rate-limit takes ${rateLimitBounds} such as 100/60s, not "${text}"`, {
    hint: 'for example: rental sandbox --rate-limit 100/60s',
  });
}

function failuresOf(texts: readonly string[]) {
  const failures = texts.map(failureOf);
  if (failures.reduce((sum, { rate }) => sum + rate, 0) <= 1 + Number.EPSILON) return failures;
  throw new UsageError('the shares of --fail are more than 1 together', {
    hint: 'for example: rental sandbox --fail 503:0.1 --fail 500:0.1',
  });
}

function failureOf(text: string): { status: number; rate: number } {
  const [, status, rate] = /^(5\d\d):(0(?:\.\d+)?|1(?:\.0+)?)$/.exec(text) ?? [];
  if (status !== undefined) return { status: Number(status), rate: Number(rate) };
  throw new UsageError(`--fail takes a 5xx status and a share from 0 to 1 such as 503:0.1, not "${text}"`, {
    hint: 'for example: rental sandbox --fail 503:0.1',
  });
}

/** A check that no defect breaks is near those of its group; further defects of a check have more words behind its name. */
function checkDefect(name: string, known: readonly string[]): void {
  if (known.includes(name)) return;
  const checks = known.filter((one) => !one.includes(':'));
  const ofGroup = checks.filter((one) => one.startsWith(`${name.split('-', 1)[0]}-`));
  const names = `names: ${(ofGroup.length > 0 ? ofGroup : checks).join(', ')}`;
  throw new UsageError(`the sandbox has no defect called "${name}"`, { hint: meant(name, known) ?? names });
}

function cannotListen(cause: unknown, port: number): unknown {
  const { code } = cause as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    const hint = 'choose another with --port, or leave it out';
    return new OutputError(`port ${port} is already in use`, { hint, cause });
  }
  if (code !== 'EACCES') return cause;
  return new OutputError(`this user may not use port ${port}`, { hint: 'choose one above 1023', cause });
}
