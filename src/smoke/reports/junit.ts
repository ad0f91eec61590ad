/** JUnit XML for CI systems: a case for each rule. */
import type { Judged, SmokeRun } from '../run.ts';
import {
  findingText,
  outcomeText,
  notSeen,
  obstacleText,
  sourceText,
  formatSeconds,
  shownFacts,
  summaryOf,
} from './wording.ts';

export function junitReport(run: SmokeRun): string {
  const { results, startedAt, elapsedMs, counts } = run;
  // An obstacle is one error, however many rules it stopped.
  const obstacle = results.find(({ exitCode }) => exitCode !== undefined);
  const errors = obstacle === undefined ? 0 : 1;
  const skipped = counts.skip + counts.unchecked - errors;
  const tally = {
    tests: results.length,
    failures: counts.fail,
    errors,
    skipped,
    time: formatSeconds(elapsedMs),
  };
  const about = { baseUrl: run.baseUrl, requests: run.requests, summary: summaryOf(run) };
  const seen = shownFacts(run).map(
    ({ label, values }) => [label, values.join('; ') || notSeen] as const,
  );
  const properties = [...Object.entries(about), ...seen].map(([name, value]) =>
    element('property', { name, value }),
  );
  const cases = results.map((result) => testCase(result, result === obstacle));
  const attributes = { name: 'rental smoke', ...tally, timestamp: startedAt.slice(0, 19) };
  const suite = element(
    'testsuite',
    attributes,
    element('properties', {}, ...properties),
    ...cases,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', { name: 'rental smoke', ...tally }, suite)}\n`;
}

function testCase(result: Judged, isObstacle: boolean): string {
  const findings = result.findings.flatMap((finding) => {
    const line = `${finding.severity}: ${findingText(finding)}`;
    return finding.request === undefined ? [line] : [line, finding.request];
  });
  const details = text([`${result.title} (${sourceText(result)})`, ...findings].join('\n'));
  const attributes = { classname: `smoke.${result.group}`, name: result.id };
  return element(
    'testcase',
    attributes,
    outcome(result, isObstacle, details),
    element('system-out', {}, details),
  );
}

function outcome(result: Judged, isObstacle: boolean, details: string): string {
  const message = outcomeText(result);
  if (isObstacle)
    return element('error', {
      type: `exit code ${result.exitCode}`,
      message: obstacleText(message),
    });
  const { verdict } = result;
  if (verdict === 'fail') return element('failure', { type: verdict, message }, details);
  if (verdict === 'pass' || verdict === 'warn') return '';
  return element('skipped', { message: verdict === 'skip' ? message : `not checked: ${message}` });
}

function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  ...children: string[]
): string {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${text(String(value))}"`);
  const start = `<${name}${list.join('')}`;
  return children.length === 0 ? `${start}/>` : `${start}>${children.join('')}</${name}>`;
}

function text(value: string): string {
  return value.replace(/[&<>"'\n]/g, (character) => `&#${character.charCodeAt(0)};`);
}
