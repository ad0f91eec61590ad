/** `--report`: the answer as a page, made of the document of `--json`. */
import type { Context } from '../../cli/context.ts';
import { exitCodes, type ExitCode } from '../../errors.ts';
import type { PageContext, pages } from '../../report/index.ts';
import type { Result } from '../../result.ts';
import { openExtraFile } from './output-file.ts';

/**
 * To be called before the first request. Resolves with a function that writes the page and resolves with the exit code of the command.
 * Throws OutputError for a path that cannot be written.
 */
export async function openReport(path: string | undefined, name: keyof typeof pages, context: Context) {
  const write = await openExtraFile('report', path, context);
  return (valueOf: () => unknown, known: PageContext) =>
    write(async () => {
      const value = valueOf();
      const { pages, pageText } = await import('../../report/index.ts');
      // The value is the document of that command.
      return pageText(pages[name](value as never, known));
    });
}

/** `written` counts if the result has no other exit code. The result has getters, so it is not copied. */
export function withExitCode(result: Result, written: ExitCode): Result {
  if (written === exitCodes.ok) return result;
  return Object.defineProperty(result, 'exitCode', { value: result.exitCode || written });
}
