/** `--report`: checks each path before the first request, and writes the reports after the last one. */
import { appendFile } from 'node:fs/promises';
import type { Context } from '../../cli/context.ts';
import { OutputError, UsageError } from '../../errors.ts';
import { meant } from '../../text.ts';
import { githubAnnotations, junitReport, markdownReport } from '../../smoke/index.ts';
import type { SmokeRun } from '../../smoke/smoke-run.ts';
import { openOutputFile, orOutputError } from '../shared/output-file.ts';

const reports: Readonly<Record<string, (run: SmokeRun) => string>> = {
  junit: junitReport,
  markdown: markdownReport,
  github: githubAnnotations,
};

/** Throws UsageError for an unknown kind, OutputError for a file that cannot be written. Leaves the files as they are. */
export async function openReports(values: readonly string[], context: Pick<Context, 'io' | 'signal'>) {
  const requests = values.map(parseReport);
  const writers: ((run: SmokeRun) => Promise<void>)[] = [];
  for (const { format, file } of requests) {
    if (file === undefined) continue;
    const write = await openOutputFile('report', file, context);
    writers.push((run) => write(format(run)));
  }
  const summary = context.io.env['GITHUB_STEP_SUMMARY'];
  if (summary && requests.some(({ kind }) => kind === 'github')) {
    writers.push((run) => orOutputError(`the report ${summary}`, appendFile(summary, markdownReport(run))));
  }
  return {
    /** Resolves with the error if a file could not be written: the results are still worth showing. */
    write: async (run: SmokeRun): Promise<OutputError | undefined> => {
      try {
        for (const write of writers) await write(run);
        return undefined;
      } catch (error) {
        if (error instanceof OutputError) return error;
        throw error;
      }
    },
    /** Without a file they go to stderr, which a runner reads too: stdout holds only the result. */
    annotations: (run: SmokeRun): string =>
      requests.map(({ format, file }) => (file === undefined ? format(run) : '')).join(''),
  };
}

function parseReport(text: string) {
  const [, kind = '', file] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? [];
  const format = Object.hasOwn(reports, kind) ? reports[kind] : undefined;
  if (format === undefined) {
    const hint = 'it takes junit=<file>, markdown=<file>, github or github=<file>';
    throw new UsageError(`--report knows no kind "${kind}"`, { hint: meant(kind, Object.keys(reports)) ?? hint });
  }
  if (file === '' || (file === undefined && kind !== 'github')) {
    throw new UsageError(`--report ${kind} needs a file: ${kind}=<file>`);
  }
  return { kind, format, file };
}
