/** The reports of a run for other programs. */
import { escapeText } from '../../terminal/escape.ts';
import type { SmokeRun } from '../run.ts';
import { githubReport } from './github.ts';
import { junitReport } from './junit.ts';
import { markdownReport } from './markdown.ts';

export const reportKinds = ['junit', 'markdown', 'github'] as const;
export type ReportKind = (typeof reportKinds)[number];

/** Without control characters and commands for the log of a job; each kind escapes its markup. */
export function reportText(kind: ReportKind, run: SmokeRun): string {
  const text = JSON.stringify(run, (_, value: unknown) =>
    typeof value === 'string' ? escapeText(value) : value,
  );
  return { junit: junitReport, markdown: markdownReport, github: githubReport }[kind](
    JSON.parse(text) as SmokeRun,
  );
}
