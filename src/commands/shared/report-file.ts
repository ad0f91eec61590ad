/** `--report`: the answer as a page, made of the document of `--json`. */
import { urlOf } from '../../addresses.ts';
import type { Context } from '../../cli/context.ts';
import { tripOf, type Comparison } from '../../documents/offers.ts';
import { exitCodes, type ExitCode } from '../../errors.ts';
import { sandboxVariantOf } from '../../operators/operator.ts';
import type { PageContext, pages } from '../../report/index.ts';
import type { Result } from '../../result.ts';
import { quoteShell } from '../../text.ts';
import { operatorWords, planLine } from './command-line.ts';
import { openExtraFile } from './output-file.ts';

/**
 * To be called before the first request. Resolves with a function that writes the page and resolves with the exit code of the command.
 * Throws OutputError for a path that cannot be written.
 */
export async function openReport(path: string | undefined, name: keyof typeof pages, context: Context) {
  const write = await openExtraFile('report', path, context);
  return (valueOf: () => unknown, known: Omit<PageContext, 'againLine'>) =>
    write(async () => {
      const value = valueOf();
      const { pages, pageText } = await import('../../report/index.ts');
      // The value is the document of that command.
      return pageText(pages[name](value as never, { ...known, againLine: againLines(value as Partial<Comparison>) }));
    });
}

/** The command lines that ask again for the offers of a document, at the operators that it names. */
function againLines({ plan }: Partial<Comparison>): PageContext['againLine'] {
  const urls = new Map(plan?.operators.map(({ operator, baseUrl }) => [operator, urlOf(baseUrl)]));
  return ({ operator: name, selection: asked }) => {
    const baseUrl = urls.get(name);
    const sandbox = baseUrl?.hostname === '127.0.0.1' && sandboxVariantOf(name) !== undefined;
    const selection = {
      ...tripOf({ selection: asked }),
      vehicleId: asked.vehicle_id,
      accessoryIds: asked.accessory_ids,
      insuranceId: asked.insurance_id ?? undefined,
    };
    return quoteShell(planLine(selection, baseUrl === undefined ? [] : operatorWords([{ name, baseUrl, sandbox }])));
  };
}

/** `written` counts if the result has no other exit code. The result has getters, so it is not copied. */
export function withExitCode(result: Result, written: ExitCode): Result {
  if (written === exitCodes.ok) return result;
  return Object.defineProperty(result, 'exitCode', { value: result.exitCode || written });
}
