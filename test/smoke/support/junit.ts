/** Reads a JUnit report with an independent parser. */
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect } from 'vitest';

interface Case {
  readonly name: string;
  readonly failure?: unknown;
  readonly error?: unknown;
  readonly skipped?: unknown;
}

export function readJunit(text: string) {
  expect(XMLValidator.validate(text)).toBe(true);
  const lists = ['testsuite', 'testcase', 'property'];
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    isArray: (name) => lists.includes(name),
    parseAttributeValue: false,
  });
  const { testsuites } = parser.parse(text) as {
    testsuites: Record<string, string> & { testsuite: { testcase: Case[]; properties: { property: object[] } }[] };
  };
  return {
    root: testsuites,
    suites: testsuites.testsuite,
    cases: testsuites.testsuite.flatMap(({ testcase }) => testcase),
  };
}
