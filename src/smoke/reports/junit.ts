/** JUnit XML for CI systems: a suite for each group, a case for each check. */
import type { CheckResult } from '../check.ts';
import type { SmokeRun } from '../smoke-run.ts';
import {
  findingText,
  messageOf,
  ruleText,
  seconds,
  skipWords,
  statusOf,
  summaryOf,
  type ReportStatus,
} from './wording.ts';

export function junitReport(run: SmokeRun): string {
  const groups = [...new Set(run.results.map(({ check }) => check.group))];
  const suites = groups.map((group) => suite(group, run));
  const attributes = { name: 'rental smoke', ...tally(run.results, run), time: seconds(run.elapsedMs) };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', attributes, suites)}\n`;
}

function suite(group: string, run: SmokeRun): string {
  const results = run.results.filter(({ check }) => check.group === group);
  const time = seconds(results.reduce((sum, { elapsedMs }) => sum + elapsedMs, 0));
  const timestamp = run.startedAt.slice(0, 19);
  const attributes = { name: `smoke.${group}`, ...tally(results, run), time, timestamp };
  const about = { baseUrl: run.baseUrl, requests: String(run.requests), summary: summaryOf(run) };
  const properties = Object.entries(about).map(([name, value]) => element('property', { name, value }, []));
  const cases = results.map((result) => testCase(result, run));
  return element('testsuite', attributes, [element('properties', {}, properties), ...cases]);
}

function testCase(result: CheckResult, run: SmokeRun): string {
  const { check, elapsedMs } = result;
  const attributes = { classname: `smoke.${check.group}`, name: check.id, time: seconds(elapsedMs) };
  const details = [`${check.title} (${ruleText(result)})`, ...result.findings.flatMap(findingLines)].join('\n');
  return element('testcase', attributes, [
    ...verdictElements(result, run, details),
    element('system-out', {}, [text(details)]),
  ]);
}

function verdictElements(result: CheckResult, run: SmokeRun, details: string): string[] {
  const message = messageOf(result);
  const cause = causeOf(result, run);
  const status = statusIn(run, result);
  switch (status) {
    case 'failed':
      return [element('failure', { type: result.verdict, message }, [text(details)])];
    case 'blocked':
      return [element('error', { type: result.obstacle ?? '', message: `${skipWords.blocked}${message}` }, [])];
    case 'unchecked':
    case 'skipped': {
      const why = cause === result ? skipWords[status] + message : `${skipWords.blocked}see ${cause.check.id}`;
      return [element('skipped', { message: why }, [])];
    }
    case 'passed':
    case 'warned':
      return [];
  }
}

function findingLines(finding: CheckResult['findings'][number]): string[] {
  const line = `${finding.severity}: ${findingText(finding)}`;
  return finding.request === undefined ? [line] : [line, finding.request];
}

/** The first check that had the same obstacle: one wrong address is one error. */
function causeOf(result: CheckResult, { results }: SmokeRun): CheckResult {
  if (result.obstacle === undefined) return result;
  return results.find(({ obstacle, reason }) => obstacle === result.obstacle && reason === result.reason) ?? result;
}

function statusIn(run: SmokeRun, result: CheckResult): ReportStatus {
  return causeOf(result, run) === result ? statusOf(result, run.strict) : 'skipped';
}

function tally(results: readonly CheckResult[], run: SmokeRun): Record<string, string> {
  const statuses = results.map((result) => statusIn(run, result));
  const count = (status: ReportStatus): string => String(statuses.filter((each) => each === status).length);
  const tests = String(results.length);
  return {
    tests,
    failures: count('failed'),
    errors: count('blocked'),
    skipped: String(statuses.filter((each) => each === 'skipped' || each === 'unchecked').length),
  };
}

function element(name: string, attributes: Readonly<Record<string, string>>, children: readonly string[]): string {
  const list = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${text(value)}"`)
    .join('');
  return children.length === 0 ? `<${name}${list}/>` : `<${name}${list}>${children.join('')}</${name}>`;
}

/** Escapes text for content and attributes. Characters that XML 1.0 does not allow become U+FFFD. */
function text(value: string): string {
  return value
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"'\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
