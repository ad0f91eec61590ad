/** Runs command lines of the help and of the pages as a shell would, with sandboxes in place of the addresses in them. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '../../src/sandbox/index.ts';
import { cleanEnvironment } from './environment.ts';
import { launcher } from './launcher.ts';
import { program } from './program.ts';
import { run } from './run.ts';

const rateLimit = { limit: 1000, windowMs: 1000 };

/** Two configured operators, lucky and happy; lucky is the default. */
export async function startOperators() {
  const folder = mkdtempSync(join(tmpdir(), 'rental-test-'));
  const a = await startSandbox({ rateLimit });
  const b = await startSandbox({ rateLimit, variant: 'b' });
  const operators = Object.fromEntries(
    Object.entries({ lucky: a, happy: b }).map(([name, { baseUrl }]) => [name, { baseUrl, limit: '1000/1s' }]),
  );
  mkdirSync(join(folder, 'config', 'rental'), { recursive: true });
  writeFileSync(join(folder, 'config', 'rental', 'config.json'), JSON.stringify({ default: 'lucky', operators }));
  return {
    folder,
    env: cleanEnvironment(folder),
    /** The line with what exists here. */
    here: (line: string): string =>
      line
        .replaceAll('https://www.example.com/api/agent', a.baseUrl)
        .replace(/\b(junit|markdown)=(\w)/g, `$1=${folder}/$2`)
        .replace(/ (\w+\.html)/g, ` ${folder}/$1`)
        .replace('--port 8080', '--port 0'),
    close: async () => {
      await Promise.all([a.close(), b.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Operators = Awaited<ReturnType<typeof startOperators>>;

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `rental …` with what a shell does to its output: a pipe, a file, `<(…)`. */
export async function runLine(line: string, { env, folder, here }: Operators): Promise<Outcome> {
  const [, inner = here(line)] = /<\((.*)\)$/.exec(line) ?? [];
  const [, command = '', tail = ''] = /^((?:[^|>"']|"[^"]*"|'[^']*')*)(.*)$/s.exec(inner) ?? [];
  const args = wordsOf(command).slice(1);
  const ended = await start(args, env);
  if (ended.code === 0 && tail.startsWith('| rental ')) {
    return program(wordsOf(tail).slice(2), { env, input: ended.stdout });
  }
  if (ended.code !== 0 || !/^\| (jq|sh|bash|cat)/.test(tail)) return ended;
  const { status, stdout, stderr } = spawnSync('sh', ['-c', tail.slice(1)], {
    ...{ input: ended.stdout, encoding: 'utf8', cwd: folder },
  });
  return { code: status, stdout, stderr };
}

function start(args: readonly string[], env: Record<string, string>): Promise<Outcome> {
  // A server ends when it is told to.
  if (args[0] === 'sandbox') {
    return program([...args, '--json'], {
      env,
      onOutput: ({ stdout }, kill) => stdout.endsWith('}\n') && kill('SIGINT'),
    }).then((ended) => ({ ...ended, code: ended.code === 130 ? 0 : ended.code }));
  }
  // Its input ends at once.
  if (args[0] === 'mcp') return program(args, { env });
  if (args.includes('--open')) return program(args, { env: { ...env, ...launcher('exit 0').env } });
  return run(args, { env });
}

function wordsOf(command: string): string[] {
  const words = command.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'));
}
