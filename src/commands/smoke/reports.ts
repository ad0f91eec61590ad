/**
 * `--report`: checks each path before the first request, and writes the reports after the last one.
 */
import { appendFile } from 'node:fs/promises';
import type { Context } from '../../cli/context.ts';
import { OutputError, UsageError } from '../../base/errors.ts';
import { suggestion } from '../../base/words.ts';
import { reportKinds, reportText, type ReportKind, type SmokeRun } from '../../smoke/index.ts';
import { prepareOutputFile, orOutputError } from '../shared/output-file.ts';

type Write = (run: SmokeRun) => Promise<void>;

/**
 * Throws UsageError for an unknown kind, OutputError for a file that cannot be written. Leaves the
 * files as they are.
 */
export async function prepareReports(
  values: readonly string[],
  context: Pick<Context, 'io' | 'signal'>,
) {
  const requests = values.map(parseReport);
  const writers: Write[] = [];
  for (const { kind, file } of requests) {
    if (file === undefined) continue;
    const write = await prepareOutputFile('report', file, context);
    writers.push((run) => write(reportText(kind, run)));
  }
  const summary = context.io.env['GITHUB_STEP_SUMMARY'];
  if (summary && requests.some(({ kind }) => kind === 'github'))
    writers.push((run) =>
      orOutputError(`the report ${summary}`, appendFile(summary, reportText('markdown', run))),
    );
  return {
    /**
     * Resolves with the error of each file that could not be written, because the results and the
     * other reports are still of use.
     */
    write: async (run: SmokeRun): Promise<readonly OutputError[]> => {
      const errors: OutputError[] = [];
      for (const write of writers)
        await write(run).catch((error: unknown) => errors.push(outputError(error)));
      return errors;
    },
    /** The reports without a file. A runner also reads them on stderr. */
    annotations: (run: SmokeRun): string =>
      requests.map(({ kind, file }) => (file === undefined ? reportText(kind, run) : '')).join(''),
  };
}

function outputError(error: unknown): OutputError {
  if (error instanceof OutputError) return error;
  throw error;
}

function parseReport(text: string): {
  readonly kind: ReportKind;
  readonly file: string | undefined;
} {
  const [, name = '', file] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? [];
  const kind = reportKinds.find((one) => one === name);
  if (kind === undefined) {
    const hint = 'it takes junit=<file>, markdown=<file>, github or github=<file>';
    throw new UsageError(`--report has no kind "${name}"`, {
      hint: suggestion(name, reportKinds) ?? hint,
    });
  }
  if (file === '' || (file === undefined && kind !== 'github'))
    throw new UsageError(`--report ${kind} needs a file: ${kind}=<file>`, {
      hint: `for example: rental smoke --report ${kind}=smoke.${kind === 'junit' ? 'xml' : 'md'}`,
    });
  return { kind, file };
}
