/** The reports of a run for other programs. The program itself prints tables and JSON, as of every command. */
import type { SmokeRun } from '../run.ts';
import { githubReport } from './github.ts';
import { junitReport } from './junit.ts';
import { markdownReport } from './markdown.ts';

export const reportKinds = ['junit', 'markdown', 'github'] as const;
export type ReportKind = (typeof reportKinds)[number];

export function report(kind: ReportKind, run: SmokeRun): string {
  return { junit: junitReport, markdown: markdownReport, github: githubReport }[kind](run);
}
