/**
 * Runs command lines of the help and of the pages as a shell would, with sandboxes in place of the
 * addresses in them.
 */
import { spawnSync } from 'node:child_process';
import { plantOperators, type Operators } from '../commands/compare/support.ts';
import { launcher } from './launcher.ts';
import { program } from './program.ts';
import { run, type RunResult } from './run.ts';

/**
 * A short window, because some lines need many requests; but long enough that a busy machine counts
 * several in one.
 */
const rateLimit = { limit: 100, windowMs: 1_000 };

/** Two configured operators in memory; lucky is the default. */
export function exampleOperators() {
  return plantOperators({ lucky: { rateLimit }, happy: { rateLimit, variant: 'b' } });
}

/** The line with addresses, files and programs that exist in the test. */
function withExampleOperators(line: string, { folder, sandbox }: Operators): string {
  return line
    .replaceAll('https://www.example.com/api/agent', sandbox('lucky').baseUrl)
    .replaceAll('www.example.com', new URL(sandbox('lucky').baseUrl).host)
    .replace(/\b(junit|markdown)=(\w)/g, `$1=${folder}/$2`)
    .replace(/ (\w+\.(?:html|ics))/g, ` ${folder}/$1`)
    .replace('notify-send', 'true')
    .replace('--port 8080', '--port 0');
}

/** Runs `rental …` with what a shell does to its output: a pipe, a file, `<(…)`. */
export async function runLine(line: string, operators: Operators): Promise<RunResult> {
  const { env, folder } = operators;
  const [, inParentheses] = /<\((.*)\)$/.exec(line) ?? [];
  // A line with `<(…)` loads completion, so it has no addresses or files.
  const inner = inParentheses ?? withExampleOperators(line, operators);
  const [, command = '', tail = ''] = /^((?:[^|>"']|"[^"]*"|'[^']*')*)(.*)$/s.exec(inner) ?? [];
  const ended = await start(wordsOf(command).slice(1), env);
  if (ended.code !== 0) return ended;
  if (tail.startsWith('| rental '))
    return run(wordsOf(tail).slice(2), { env, input: ended.stdout });
  if (!/^\| (jq|sh|bash|cat)/.test(tail)) return ended;
  const options = { input: ended.stdout, encoding: 'utf8', cwd: folder } as const;
  const { status, stdout, stderr } = spawnSync('sh', ['-c', tail.slice(1)], options);
  return { code: status ?? 1, stdout, stderr };
}

async function start(args: readonly string[], env: Operators['env']): Promise<RunResult> {
  // The package `open` looks for its launcher in the variables of the process.
  if (args.includes('--open')) return program(args, { env: { ...env, ...launcher('exit 0').env } });
  if (args[0] !== 'sandbox') return run(args, { env, input: '' });
  // A server ends when it is told to.
  const ended = await run([...args, '--json'], {
    env,
    onStdout: (text, interrupt) => text.endsWith('}\n') && interrupt('SIGINT'),
  });
  return { ...ended, code: ended.code === 130 ? 0 : ended.code };
}

function wordsOf(command: string): string[] {
  const words = command.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'));
}
