import { OutputError } from '../../errors.ts';
import type { Context } from '../../cli/context.ts';

/** Opens an http(s) address in the user's browser. Throws OutputError where there is none to open it. */
export async function openInBrowser(url: string, context: Context): Promise<void> {
  const { default: open } = await import('open');
  try {
    const child = await open(url);
    // A launcher that is missing reports it as an event, after open() resolved.
    await new Promise<void>((resolve, reject) => {
      child.once('error', reject).once('spawn', resolve);
      if (child.pid !== undefined) resolve();
    });
  } catch (error) {
    throw new OutputError('no browser could be opened', { hint: `open it yourself: ${url}`, cause: error });
  }
  context.progress.note('opened in the browser');
}
