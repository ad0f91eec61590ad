import { expect, test } from 'vitest';
import { createCountdown } from '../../../src/commands/compare/plan-view.ts';

test('the time left shrinks while a window passes, and begins again when there is more to ask for', () => {
  let now = 0;
  const countdown = createCountdown(() => now);
  const at = (seconds: number, estimate: number): number => {
    now = seconds * 1000;
    return countdown(estimate * 1000) / 1000;
  };
  const shown = [at(0, 120), at(30, 120), at(60, 60), at(90, 60), at(119.9, 60), at(130, 60)];
  expect(shown).toEqual([120, 90, 60, 30, 1, 1]);
  expect([at(131, 180), at(140, 180), at(141, 0)]).toEqual([180, 171, 0]);
});
