// @module-tag long
/** Every fault, planted into the sandbox. */
import { expect, test } from 'vitest';
import { faults } from '../../src/sandbox/faults.ts';
import { rules } from '../../src/smoke/rules/index.ts';
import { describeRule } from '../../src/smoke/rules/rule.ts';
import { plantSandbox } from '../sandbox/support.ts';
import { sample } from '../support/thorough.ts';
import { allFaults } from './faults/index.ts';
import { idsOf, smoke } from './support/smoke.ts';

test.each(sample(allFaults, 60))(
  'the fault $name is found, and nothing else with it',
  async ({ change, rules: ofFault, severity }) => {
    const tripRateLimit = ofFault.includes('limits-exceeded');
    const run = await smoke(plantSandbox({ defects: [change] }), { tripRateLimit });
    const wrong = run.results.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
    expect(wrong.map(({ id, verdict }) => `${verdict} ${id}`)).toEqual(
      ofFault.map((id) => `${severity} ${id}`),
    );
    for (const { findings } of wrong)
      for (const { expected: words, got } of findings) {
        expect(words, 'a finding says what was expected').not.toBe('');
        expect(got, 'what came is on one short line').toMatch(/^[^\p{C}\p{Zl}\p{Zp}]{1,400}$/u);
      }
    if (!tripRateLimit) expect(run.requests, 'a run is small').toBeLessThanOrEqual(40);
  },
);

/** A sandbox with these faults. */
function plantWith(...names: string[]) {
  return plantSandbox({
    defects: allFaults.filter(({ name }) => names.includes(name)).map(({ change }) => change),
  });
}

test('two faults fail both rules', async () => {
  const run = await smoke(plantWith('quote-currency', 'depots-times'));
  expect(idsOf(run, 'fail')).toEqual(['depots-times', 'quote-currency']);
});

test('a fault does not change an answer that another fault breaks', async () => {
  const run = await smoke(plantWith('availability-answer', 'availability-images'));
  expect(idsOf(run, 'fail')).toEqual(['availability-answer']);
});

test('every rule has a fault of its name, and only a rule with a sentence of the document fails', () => {
  expect(rules.map(({ id }) => id).sort()).toEqual(Object.keys(faults).sort());
  const mayFail = rules
    .map(describeRule)
    .flatMap(({ id, sentence }) => (sentence === null ? [] : [id]));
  const failing = allFaults
    .filter(({ severity }) => severity === 'fail')
    .flatMap(({ rules: ofFault }) => ofFault);
  expect(failing.filter((id) => !mayFail.includes(id))).toEqual([]);
  expect(new Set(allFaults.map(({ name }) => name)).size).toBe(allFaults.length);
});
