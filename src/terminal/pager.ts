/** Shows a long text in the user's pager, as git and GitHub's gh do. */
import { once } from 'node:events';
import { isOff } from '../base/words.ts';
import { splitShell } from '../base/shell-words.ts';
import type { Io } from './io.ts';

/** They take no columns. */
const colourCodes = /\u001B\[[0-9;]*m/g;

/** The command line of the pager as words; undefined if none can be used or is wanted. */
export function pagerFor({
  stdout,
  env,
}: Pick<Io, 'stdout' | 'env'>): readonly string[] | undefined {
  if (stdout.isTTY !== true || !isOff(env['CI'])) return undefined;
  // On a terminal that cannot move its cursor, less warns and waits for a key.
  if (!env['TERM'] || env['TERM'] === 'dumb') return undefined;
  const line = env['RENTAL_PAGER'] ?? env['PAGER'] ?? 'less -FRX';
  const words = isOff(line) || line.trim() === 'cat' ? [] : splitShell(line);
  return words.length > 0 ? words : undefined;
}

/** Also true if the size of the screen is unknown. */
export function fitsScreen(
  text: string,
  { rows, columns }: Pick<Io['stdout'], 'rows' | 'columns'>,
): boolean {
  if (!rows || !columns || text.length < rows) return true;
  // The empty line at the end is the row of the shell's next prompt.
  const lines = text.replace(colourCodes, '').split('\n');
  return (
    lines.reduce((sum, { length }) => sum + Math.max(1, Math.ceil(length / columns)), 0) <= rows
  );
}

/**
 * Resolves when the pager has ended, by itself or by the signal. Rejects with the system's error if
 * it cannot be started. A user may quit before the end of the text.
 */
export async function page(
  text: string,
  [file = '', ...args]: readonly string[],
  { env }: Io,
  signal: AbortSignal,
) {
  const { spawn } = await import('node:child_process');
  // Without LESS, less would show colours as text; without LESSCHARSET and a locale, bytes of UTF-8.
  const { LESS = 'FRX', LESSCHARSET = 'utf-8' } = env;
  const child = spawn(file, args, {
    env: { ...env, LESS, LESSCHARSET },
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  await once(child, 'spawn');
  const stop = (): void => void child.kill();
  signal.addEventListener('abort', stop);
  child.stdin.on('error', () => {}).end(text);
  await once(child, 'exit');
  signal.removeEventListener('abort', stop);
  child.stdin.destroy();
}
