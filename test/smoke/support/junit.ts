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
  const lists = ['testcase', 'property'];
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    isArray: (name) => lists.includes(name),
    parseAttributeValue: false,
  });
  const { testsuites: root } = parser.parse(text) as {
    testsuites: Record<string, string> & {
      testsuite: { testcase: Case[]; properties: { property: object[] } };
    };
  };
  return { root, cases: root.testsuite.testcase, properties: root.testsuite.properties.property };
}
