/** JUnit XML for CI systems: a suite for each group, a case for each rule. */
import type { Judged, SmokeRun } from '../run.ts';
import { findingText, messageOf, ruleText, seconds, skipWords, statusOf, summaryOf } from './wording.ts';

/** A result and its first cause: the first rule that had the same obstacle, because one wrong address is one error. */
interface Case {
  readonly result: Judged;
  readonly cause: Judged;
  readonly status: ReturnType<typeof statusOf>;
}

export function junitReport(run: SmokeRun): string {
  const cases = run.results.map((result): Case => {
    const same = run.results.find(({ obstacle, reason }) => obstacle === result.obstacle && reason === result.reason);
    const cause = result.obstacle === undefined ? result : (same ?? result);
    return { result, cause, status: cause === result ? statusOf(result, run.strict) : 'skip' };
  });
  const groups = [...new Set(run.results.map(({ group }) => group))];
  const about = { baseUrl: run.baseUrl, requests: String(run.requests), summary: summaryOf(run) };
  const facts = run.facts.map(({ name, text }) => [name, text] as const);
  const properties = [...Object.entries(about), ...facts].map(([name, value]) => element('property', { name, value }));
  const suites = groups.map((group) => {
    const own = cases.filter(({ result }) => result.group === group);
    const attributes = { name: `smoke.${group}`, ...tally(own), timestamp: run.startedAt.slice(0, 19) };
    return element('testsuite', attributes, element('properties', {}, ...properties), ...own.map(testCase));
  });
  const attributes = { name: 'rental smoke', ...tally(cases), time: seconds(run.elapsedMs) };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', attributes, ...suites)}\n`;
}

function testCase(one: Case): string {
  const { result } = one;
  const findings = result.findings.flatMap((finding) => {
    const line = `${finding.severity}: ${findingText(finding)}`;
    return finding.request === undefined ? [line] : [line, finding.request];
  });
  const details = text([`${result.title} (${ruleText(result)})`, ...findings].join('\n'));
  const attributes = { classname: `smoke.${result.group}`, name: result.id };
  return element('testcase', attributes, verdictElement(one, details), element('system-out', {}, details));
}

function verdictElement({ result, cause, status }: Case, details: string): string {
  const message = messageOf(result);
  if (status === 'pass' || status === 'warn') return '';
  if (status === 'fail') return element('failure', { type: result.verdict, message }, details);
  if (status === 'blocked')
    return element('error', { type: result.obstacle ?? '', message: skipWords.blocked + message });
  const why = cause === result ? skipWords[status] + message : `${skipWords.blocked}see ${cause.id}`;
  return element('skipped', { message: why });
}

function tally(cases: readonly Case[]): Record<string, string> {
  const count = (...statuses: readonly Case['status'][]): string =>
    String(cases.filter(({ status }) => statuses.includes(status)).length);
  const skipped = count('skip', 'unchecked');
  return { tests: String(cases.length), failures: count('fail'), errors: count('blocked'), skipped };
}

function element(name: string, attributes: Readonly<Record<string, string>>, ...children: readonly string[]): string {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${text(value)}"`);
  const start = `<${name}${list.join('')}`;
  return children.length === 0 ? `${start}/>` : `${start}>${children.join('')}</${name}>`;
}

/** Escapes text for content and attributes. Characters that XML 1.0 does not allow become U+FFFD. */
function text(value: string): string {
  return value
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"'\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
