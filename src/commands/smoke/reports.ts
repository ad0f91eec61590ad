/** `--report`: opens each file before the first request, and writes the reports after the last one. */
import { writeFile } from 'node:fs/promises';
import { OutputError, UsageError } from '../../errors.ts';
import { githubAnnotations, githubSummary, junitReport, tapReport } from '../../smoke/index.ts';
import type { SmokeRun } from '../../smoke/run.ts';
import type { Io } from '../../terminal/io.ts';

const formatters: Readonly<Record<string, (run: SmokeRun) => string>> = {
  junit: junitReport,
  tap: tapReport,
  github: githubAnnotations,
};

const forms = 'junit=<file>, tap=<file>, github or github=<file>';

/** Throws UsageError for an unknown kind, OutputError for a file that cannot be written. */
export async function openReports(values: readonly string[], io: Io) {
  const requests = values.map(parseReport);
  const summary = io.env['GITHUB_STEP_SUMMARY'];
  for (const { file } of requests) if (file !== undefined) await write(file, '');
  return {
    /** Resolves with the error if a file could not be written: the results are still worth showing. */
    write: async (run: SmokeRun): Promise<OutputError | undefined> => {
      try {
        for (const { kind, format, file } of requests) {
          if (file !== undefined) await write(file, format(run));
          if (kind === 'github' && summary) await write(summary, githubSummary(run), 'a');
        }
        return undefined;
      } catch (error) {
        if (error instanceof OutputError) return error;
        throw error;
      }
    },
    /** Writes the annotations without a file to stderr, which a runner reads too, so that stdout holds only the result. */
    annotate: async (run: SmokeRun): Promise<void> => {
      const text = requests.map(({ format, file }) => (file === undefined ? format(run) : '')).join('');
      if (text !== '') await new Promise<void>((written) => io.stderr.write(text, () => written()));
    },
  };
}

function parseReport(text: string) {
  const at = text.indexOf('=');
  const kind = at === -1 ? text : text.slice(0, at);
  const file = at === -1 ? undefined : text.slice(at + 1);
  const format = Object.hasOwn(formatters, kind) ? formatters[kind] : undefined;
  if (format === undefined) throw new UsageError(`--report knows no kind "${kind}"`, { hint: `it takes ${forms}` });
  if (file === '' || (file === undefined && kind !== 'github')) {
    throw new UsageError(`--report ${kind} needs a file: ${kind}=<file>`);
  }
  return { kind, format, file };
}

/** Writes in place, because the file may be a device; readers notice a report that is cut off. */
async function write(file: string, text: string, flag: 'w' | 'a' = 'w'): Promise<void> {
  await writeFile(file, text, { flag }).catch((cause: unknown) => {
    throw new OutputError(`the report ${file} could not be written: ${(cause as Error).message}`, {
      hint: 'does its folder exist, and may this user write there?',
      cause,
    });
  });
}
