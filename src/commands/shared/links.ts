/** Booking links: opening them, and the note on those of the sandbox. */
import { basename } from 'node:path';
import type { Context } from '../../cli/context.ts';
import { exitCodes, OutputError, type ExitCode } from '../../base/errors.ts';
import { sandboxVariantOf } from '../../operators/operator.ts';
import { sentence } from '../../base/words.ts';
import type { Operator } from '../../planner/session.ts';

/** A launcher that fails does so within this time; one that is the browser may run for hours. */
const launchMs = 3000;

/** Opens an http(s) address in the user's browser. Throws OutputError if the launcher fails. */
export async function openInBrowser(
  url: string,
  { io, signal }: Pick<Context, 'io' | 'signal'>,
): Promise<void> {
  const failure = (reason: string, cause?: unknown) =>
    new OutputError(`no browser could be opened: ${reason}`, {
      cause,
      hint: 'copy the printed link',
    });
  const { default: open } = await import('open');
  const child = await open(url).catch((cause: unknown) => {
    throw failure('no launcher could be started', cause);
  });
  const isOver = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const ended = new AbortController();
  child.once('exit', () => ended.abort());
  if (!isOver())
    await io
      .sleep(launchMs, AbortSignal.any([signal, ended.signal]))
      .catch(() => signal.throwIfAborted());
  if (isOver() && child.exitCode !== 0)
    throw failure(
      `${basename(child.spawnfile)} ended with ${child.signalCode ?? `exit code ${child.exitCode}`}`,
    );
}

/**
 * Reports that `open` has opened a link, or why not: the user has the link in any case. Resolves
 * with the exit code for that.
 */
export async function tryToOpen(
  open: () => Promise<void>,
  report: (text: string) => void,
): Promise<ExitCode> {
  try {
    await open();
    report('opened in the browser');
    return exitCodes.ok;
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
    report(error.message);
    return error.exitCode;
  }
}

type LinkOperators = readonly Pick<Operator, 'name' | 'sandbox'>[];

/** `--sandbox` starts no server; its links lead to where `rental sandbox` usually listens. */
function sandboxLinkNotes(operators: LinkOperators): string[] {
  return operators
    .filter(({ sandbox }) => sandbox)
    .map(({ name }) => {
      const variant = sandboxVariantOf(name) ?? 'a';
      return `the checkout link works only while rental sandbox${variant === 'a' ? '' : ` --variant ${variant}`} is running`;
    });
}

export function noteSandboxLinks(operators: LinkOperators, note: Context['note']): void {
  sandboxLinkNotes(operators).forEach((text) => note(text));
}

/** The notes of a page, which its readers see without the terminal. */
export function sandboxPageNotes(operators: LinkOperators): string[] {
  return sandboxLinkNotes(operators).map((text) => sentence(`sample data: ${text}`));
}
