/** `--report`: the answer as a page, made of the document of `--json`. */
import type { Context } from '../../cli/context.ts';
import type { PageContext, pages } from '../../report/index.ts';
import { prepareResultFile } from './output-file.ts';

/**
 * To be called before the first request. Resolves with a function from the document of the command
 * to the files of its result. Throws OutputError for a path that cannot be written.
 */
export async function prepareReport(
  path: string | undefined,
  name: keyof typeof pages,
  context: Context,
) {
  const filesOf = await prepareResultFile('report', path, context, ['.html', '.htm']);
  return (value: unknown, known: PageContext) =>
    filesOf(async () => {
      const { pages, pageText } = await import('../../report/index.ts');
      return pageText(pages[name](value as never, known));
    });
}
