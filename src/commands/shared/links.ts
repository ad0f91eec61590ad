/** Booking links: opening them, and the note that a sandbox's links end with it. */
import type { Context } from '../../cli/context.ts';
import { OutputError } from '../../errors.ts';
import type { Operator } from '../../planner/session.ts';

/** Opens an http(s) address in the user's browser. Throws OutputError if no browser can be started. */
export async function openInBrowser(url: string, context: Context): Promise<void> {
  const { default: open } = await import('open');
  try {
    const child = await open(url);
    // open() resolves even if the launcher is missing; the child then emits an error.
    await new Promise<void>((resolve, reject) => {
      child.once('error', reject).once('spawn', resolve);
      if (child.pid !== undefined) resolve();
    });
  } catch (cause) {
    throw new OutputError('no browser could be opened', { hint: `open it yourself: ${url}`, cause });
  }
  context.note('opened in the browser');
}

/** The server of `--sandbox` ends with the command, and then its links do not work. */
export function noteSandboxLink(operator: Operator, context: Context): void {
  if (operator.sandbox) context.note('the link works only until this command ends: rental sandbox keeps one running');
}
