/** JUnit XML, as the CI systems read it: a suite for each group, a case for each check. */
import type { Outcome } from '../check.ts';
import type { SmokeRun } from '../run.ts';
import { findingWords, messageOf, seconds, standingOf, summaryOf } from './words.ts';

export function junitReport(run: SmokeRun): string {
  const groups = [...new Set(run.outcomes.map(({ check }) => check.group))];
  const suites = groups.map((group) => suite(group, run));
  const attributes = { name: 'rental smoke', ...tally(run.outcomes, run.strict), time: seconds(run.elapsedMs) };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', attributes, suites)}\n`;
}

function suite(group: string, run: SmokeRun): string {
  const outcomes = run.outcomes.filter(({ check }) => check.group === group);
  const time = seconds(outcomes.reduce((sum, { elapsedMs }) => sum + elapsedMs, 0));
  const properties = { baseUrl: run.baseUrl, requests: String(run.requests), summary: summaryOf(run) };
  return element(
    'testsuite',
    { name: `smoke.${group}`, ...tally(outcomes, run.strict), time, timestamp: run.startedAt.slice(0, 19) },
    [
      element(
        'properties',
        {},
        Object.entries(properties).map(([name, value]) => element('property', { name, value }, [])),
      ),
      ...outcomes.map((outcome) => testCase(outcome, run.strict)),
    ],
  );
}

function testCase(outcome: Outcome, strict: boolean): string {
  const { check, elapsedMs } = outcome;
  const attributes = { classname: `smoke.${check.group}`, name: check.id, time: seconds(elapsedMs) };
  const told = [`${check.title} (${check.section})`, ...outcome.findings.flatMap(findingLines)].join('\n');
  return element('testcase', attributes, [
    ...verdictElements(outcome, strict, told),
    element('system-out', {}, [text(told)]),
  ]);
}

function verdictElements(outcome: Outcome, strict: boolean, told: string): string[] {
  const message = messageOf(outcome);
  switch (standingOf(outcome, strict)) {
    case 'bad':
      return [element('failure', { type: outcome.verdict, message }, [text(told)])];
    case 'blocked':
      return [element('error', { type: outcome.obstacle ?? '', message: `could not check: ${message}` }, [])];
    case 'skipped':
      return [element('skipped', { message }, [])];
    case 'good':
    case 'odd':
      return [];
  }
}

function findingLines(finding: Outcome['findings'][number]): string[] {
  const line = `${finding.severity}: ${findingWords(finding)}`;
  return finding.request === undefined ? [line] : [line, finding.request];
}

function tally(outcomes: readonly Outcome[], strict: boolean): Record<string, string> {
  const standings = outcomes.map((outcome) => standingOf(outcome, strict));
  const count = (wanted: string): string => String(standings.filter((standing) => standing === wanted).length);
  return {
    tests: String(outcomes.length),
    failures: count('bad'),
    errors: count('blocked'),
    skipped: count('skipped'),
  };
}

function element(name: string, attributes: Readonly<Record<string, string>>, children: readonly string[]): string {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${text(value)}"`)
    .join('');
  return children.length === 0 ? `<${name}${written}/>` : `<${name}${written}>${children.join('')}</${name}>`;
}

/** Escaped for content and attributes alike; what XML 1.0 cannot hold at all becomes U+FFFD. */
function text(value: string): string {
  return value
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"'\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
