/** Shows a long text in the user's pager, as git and gh do. */
import { once } from 'node:events';
import { platform } from 'node:os';
import { isOff } from '../text.ts';
import type { Io } from './io.ts';

/** Colours and links are sequences that neither text nor its width has. */
const sequences = /\u001B(?:\[[0-9;]*m|\]8;;[^\u001B]*\u001B\\)/g;

/** The pager's command line as words. Undefined if the output needs none, cannot use one, or the user wants none. */
export function pagerFor({ stdout, env }: Pick<Io, 'stdout' | 'env'>): readonly string[] | undefined {
  if (stdout.isTTY !== true || !isOff(env['CI'])) return undefined;
  // On a terminal that cannot move its cursor, less warns and waits for a key.
  if (!env['TERM'] || env['TERM'] === 'dumb') return undefined;
  const line = env['RENTAL_PAGER'] ?? env['PAGER'] ?? 'less -FRX';
  const words = wordsOf(line);
  return isOff(line) || words.length === 0 || (words.length === 1 && words[0] === 'cat') ? undefined : words;
}

const windowsWord = /(?:"[^"]*"|[^\s"])+/g;
const shellWord = /(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s"'\\])+/gs;

/** Whether each quote of the command line has its end. */
export function isClosed(line: string): boolean {
  return line.replaceAll(platform() === 'win32' ? windowsWord : shellWord, '').trim() === '';
}

/** A command line of a setting as words, as the system's shell divides them. Nothing is expanded, and no shell runs. */
export function wordsOf(line: string): string[] {
  // There, a backslash is a part of a path.
  if (platform() === 'win32') return (line.match(windowsWord) ?? []).map((word) => word.replaceAll('"', ''));
  const words = line.match(shellWord) ?? [];
  return words.map((word) =>
    word.replace(/"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/gs, (_, double?: string, single?: string, escaped?: string) => {
      return double?.replace(/\\(["\\$`])/g, '$1') ?? single ?? escaped ?? '';
    }),
  );
}

/** Whether the text and the next prompt of the shell have room on the screen; also true if its size is unknown. */
export function fitsScreen(text: string, { rows, columns }: Pick<Io['stdout'], 'rows' | 'columns'>): boolean {
  if (!rows || !columns || text.length < rows) return true;
  const lines = text.replace(sequences, '').split('\n');
  return lines.reduce((sum, { length }) => sum + Math.max(1, Math.ceil(length / columns)), 0) <= rows;
}

export interface PageOptions {
  readonly io: Pick<Io, 'env' | 'ignoreInterrupts'>;
  /** Ends the pager. */
  readonly signal: AbortSignal;
}

/**
 * Resolves when the pager has ended, with its exit code. Rejects with the system's error if it cannot be started. A user who quits
 * the pager has seen enough, so a text that is not read to its end is no error.
 */
export async function page(text: string, words: readonly string[], { io, signal }: PageOptions): Promise<number> {
  const { spawn } = await import('node:child_process');
  const [file = '', ...args] = words;
  // The pager needs the terminal until its own end.
  return io.ignoreInterrupts(async () => {
    const child = spawn(file, args, { env: environmentOf(io.env), stdio: ['pipe', 'inherit', 'inherit'] });
    await once(child, 'spawn');
    const stop = (): void => void child.kill();
    signal.addEventListener('abort', stop);
    child.stdin.on('error', () => {}).end(text);
    const [code] = (await once(child, 'exit')) as [number | null];
    signal.removeEventListener('abort', stop);
    child.stdin.destroy();
    return code ?? 0;
  });
}

/** Without LESS, less would show colours as text; lv needs its own variable. */
function environmentOf(env: Io['env']): NodeJS.ProcessEnv {
  return { ...env, LESS: env['LESS'] ?? 'FRX', LV: env['LV'] ?? '-c' };
}
