/** `--report`: where each report goes, tried before the first request and written after the last. */
import { appendFile, open } from 'node:fs/promises';
import { OutputError, UsageError } from '../../errors.ts';
import { githubAnnotations, githubSummary, junitReport, tapReport } from '../../smoke/index.ts';
import type { SmokeRun } from '../../smoke/run.ts';
import type { Io } from '../../terminal/io.ts';

export interface Reports {
  /** Files first. Resolves with what could not be written: what was found is worth telling all the same. */
  write(run: SmokeRun): Promise<OutputError | undefined>;
  /** Annotations that go to no file: to stderr, which a runner reads as well, so that stdout stays the result. */
  annotate(run: SmokeRun): Promise<void>;
}

const makers: Readonly<Record<string, (run: SmokeRun) => string>> = {
  junit: junitReport,
  tap: tapReport,
  github: githubAnnotations,
};

const forms = 'junit=<file>, tap=<file>, github or github=<file>';

/** Throws UsageError for a kind that does not exist, OutputError for a file that cannot be written. */
export async function openReports(wanted: readonly string[], io: Io): Promise<Reports> {
  const made = wanted.map((text) => parse(text));
  const summary = io.env['GITHUB_STEP_SUMMARY'];
  for (const { file } of made) if (file !== undefined) await writeTo(file, '');
  return {
    write: async (run) => {
      try {
        for (const { kind, make, file } of made) {
          if (file !== undefined) await writeTo(file, make(run));
          if (kind === 'github' && summary) await appendTo(summary, githubSummary(run));
        }
        return undefined;
      } catch (error) {
        if (error instanceof OutputError) return error;
        throw error;
      }
    },
    annotate: async (run) => {
      const text = made.map(({ make, file }) => (file === undefined ? make(run) : '')).join('');
      if (text !== '') await new Promise<void>((written) => io.stderr.write(text, () => written()));
    },
  };
}

interface Wanted {
  readonly kind: string;
  readonly make: (run: SmokeRun) => string;
  readonly file: string | undefined;
}

function parse(text: string): Wanted {
  const at = text.indexOf('=');
  const kind = at === -1 ? text : text.slice(0, at);
  const file = at === -1 ? undefined : text.slice(at + 1);
  const make = Object.hasOwn(makers, kind) ? makers[kind] : undefined;
  if (make === undefined) throw new UsageError(`--report knows no kind "${kind}"`, { hint: `it takes ${forms}` });
  if (file === '' || (file === undefined && kind !== 'github')) {
    throw new UsageError(`--report ${kind} needs a file: ${kind}=<file>`);
  }
  return { kind, make, file };
}

/** Written in place: half a report is cut off where a reader notices, and the file may be a device. */
async function writeTo(file: string, text: string): Promise<void> {
  try {
    const handle = await open(file, 'w');
    await handle.writeFile(text).finally(() => handle.close());
  } catch (cause) {
    throw notWritten(file, cause);
  }
}

async function appendTo(file: string, text: string): Promise<void> {
  await appendFile(file, text).catch((cause: unknown) => {
    throw notWritten(file, cause);
  });
}

function notWritten(file: string, cause: unknown): OutputError {
  return new OutputError(`the report ${file} could not be written: ${(cause as Error).message}`, {
    hint: 'does its folder exist, and may this user write there?',
    cause,
  });
}
