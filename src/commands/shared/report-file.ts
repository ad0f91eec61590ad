/** `--report`: the answer as a page, made of the document of `--json`. */
import type { Context } from '../../cli/context.ts';
import { exitCodes, UsageError, type ExitCode } from '../../errors.ts';
import type { PageContext, PageName } from '../../report/index.ts';
import type { Result } from '../../result.ts';
import { plural, urlOf } from '../../text.ts';
import { againLines, operatorAddresses } from './again-lines.ts';
import { planLine } from './command-line.ts';
import { openExtraFile } from './output-file.ts';

type Known = Omit<PageContext, 'againLine'>;

/**
 * To be called before the first request. Resolves with a function that writes the page and resolves with the exit code of the command.
 * Throws OutputError for a path that cannot be written.
 */
export async function openReport(
  { report: path, reportImages = false }: ReportOptions,
  name: PageName,
  context: Context,
) {
  if (path === undefined && reportImages) {
    throw new UsageError((flag) => `${flag('reportImages')} needs ${flag('report')}`, { hint: '--report trip.html' });
  }
  const write = await openExtraFile('report', path, context);
  return (valueOf: () => unknown, known: Known) =>
    write(async () => {
      const value = await valueOf();
      const pictures = reportImages ? await picturesIn(value, context) : undefined;
      return (await reportPage(name, value, { ...known, ...(pictures && { pictures }) })).text;
    });
}

export interface ReportOptions {
  readonly report?: string | undefined;
  readonly reportImages?: boolean | undefined;
}

/** A note says how many could not be loaded. */
async function picturesIn(value: unknown, { io, signal, note }: Context) {
  const { pictureAddresses } = await import('../../report/index.ts');
  const { loadPictures, mostPictures } = await import('../../operators/pictures.ts');
  const addresses = pictureAddresses(value).slice(0, mostPictures);
  const own = new Set([...operatorAddresses(value).values()].flatMap((address) => urlOf(address)?.hostname ?? []));
  const found = await loadPictures(addresses, { machine: io, signal, own });
  const missing = addresses.length - found.size;
  if (missing > 0) note(`${plural(missing, 'picture')} of ${addresses.length} could not be put inside the page`);
  return found;
}

/** `written` counts if the result has no other exit code. The result has getters, so it is not copied. */
export function withExitCode(result: Result, written: ExitCode): Result {
  if (written === exitCodes.ok) return result;
  return Object.defineProperty(result, 'exitCode', { value: result.exitCode || written });
}

/** `value` is a document that fits. */
export async function reportPage(name: PageName, value: unknown, known: Known) {
  const { makers, pageText } = await import('../../report/index.ts');
  const page = makers[name].page(value, { ...known, againLine: againLines(value, planLine) });
  return { title: page.title, text: pageText(page) };
}
