import type { BaseCorrection } from '../api/base-address.ts';
import type { Env } from '../base/files.ts';
import { quoteShell } from '../base/shell-words.ts';
import { isPlainName } from '../base/words.ts';
import type { Operator } from '../planner/session.ts';

/** How to change the base address in the place where it was given. */
export function baseCorrection(
  { name, baseUrlFrom }: Operator,
  address: string,
  env: Env,
): BaseCorrection {
  const { source, place = '--base-url' } = baseUrlFrom ?? {};
  const config = env['RENTAL_CONFIG'];
  const configFlag = config ? ['--config', config] : [];
  const operators = (...words: string[]): BaseCorrection => ({
    text: quoteShell(['rental', 'operators', ...words, ...configFlag]),
    isCommand: true,
  });
  if (source === 'file') return operators('set', name, '--base-url', address);
  if (source === 'variable')
    return { text: `export ${place}=${quoteShell([address])}`, isCommand: true };
  // Without a source, no user has set it: it is of a saved trip, which uses a configured operator of
  // the same name.
  if (source === undefined && isPlainName(name)) return operators('add', name, address);
  return { text: `use ${quoteShell([place, address])}`, isCommand: false };
}
