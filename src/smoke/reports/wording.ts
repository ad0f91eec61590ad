/** The wording that all reports share. */
import { plural } from '../../text.ts';
import type { Finding } from '../findings.ts';
import { failsRun, type Judged, type SmokeRun, type VerdictName } from '../run.ts';

/** The status of a rule in a report; `blocked` means that the service could not be asked. */
export type ReportStatus = VerdictName | 'blocked';

/** What stands before the reason why there is no result. */
export const skipWords = { skip: '', unchecked: 'not checked: ', blocked: 'could not check: ' } as const;

export function statusOf({ verdict, obstacle }: Judged, strict: boolean): ReportStatus {
  if (obstacle !== undefined) return 'blocked';
  return failsRun(verdict, strict) ? 'fail' : verdict;
}

/** `5 passed, 1 failed, 0 warned, 2 skipped; 31 requests in 0.8 s`. */
export function summaryOf({ counts, requests, elapsedMs }: SmokeRun): string {
  const { pass, fail, warn, skip, unchecked } = counts;
  const more = unchecked === 0 ? '' : `, ${unchecked} not checked`;
  return `${pass} passed, ${fail} failed, ${warn} warned, ${skip} skipped${more}; ${plural(requests, 'request')} in ${seconds(elapsedMs)} s`;
}

/** The section, and the sentence in it: `Resources: Depot: "Unique depot identifier."` */
export function ruleText({ section, sentence }: Judged): string {
  return sentence === null ? section : `${section}: "${sentence}"`;
}

/** `expected HH:MM, got "25:00"`. */
export function findingText({ expected, got }: Finding): string {
  return `expected ${expected}, got ${got}`;
}

/** The findings that decide the verdict: all except notes. */
export function problemsOf({ findings }: Judged): readonly Finding[] {
  return findings.filter(({ severity }) => severity !== 'note');
}

/** The reason of a skip, or the first problem. */
export function messageOf(result: Judged): string {
  const [first, ...more] = problemsOf(result);
  if (first === undefined) return result.reason ?? '';
  return more.length === 0 ? findingText(first) : `${findingText(first)} (and ${more.length} more)`;
}

export function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}
