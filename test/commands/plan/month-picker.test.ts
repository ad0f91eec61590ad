import { describe, expect, it } from 'vitest';
import type { CalendarDate } from '../../../src/api/types.ts';
import { monthPicker } from '../../../src/commands/plan/steps/month-picker.ts';
import { textWidth } from '../../../src/terminal/width.ts';
import { closedQueenstown, depots } from './wizard-context.ts';

const [auckland] = depots;
const size = { columns: 60, rows: 24 };
const plain = (_style: unknown, text: string): string => text;

function pickUp(minDate: CalendarDate = '2026-11-20') {
  if (auckland === undefined) throw new Error('no depot');
  return monthPicker({ purpose: 'pick-up', depot: auckland, minDate });
}

function dropOff() {
  return monthPicker({
    purpose: 'drop-off',
    depot: closedQueenstown,
    minDate: '2026-12-10',
    pickUpDate: '2026-12-10',
  });
}

describe('the month below a question for a date', () => {
  it('has a sign for each kind of day and the count of nights', () => {
    expect(`\n${dropOff().lines('2026-12-22', size, plain).join('\n')}\n`).toMatchInlineSnapshot(`
      "
                   December 2026
         Mo   Tu   We   Th   Fr   Sa   Su
                       (10) ·11  ·12× ·13×
        ·14  ·15  ·16  ·17  ·18  ·19× ·20×
        ·21  [22]  23   24   25   26×  27×
         28   29   30   31
        12 nights, [ ] cursor, ( ) pick-up, · days between, × no
        drop-off times
      "
    `);
    const painted = dropOff().lines('2026-12-31', size, (_, text) => `\u001B[1m${text}\u001B[0m`);
    const bare = painted.map((line) => line.replace(/\u001B\[\dm/g, '').trimEnd());
    expect(bare).toEqual(dropOff().lines('2026-12-31', size, plain));
    expect(dropOff().lines('9999-12-31', size, plain)[0]).toContain('December 9999');
  });

  it('marks a closed day also when it is chosen, in a month after that of the pick-up', () => {
    const lines = dropOff().lines('2027-02-06', size, plain).join('\n');
    expect(lines).toMatch(/^ +February 2027\n/);
    expect(lines).toContain('· 5  [ 6]×  7×');
    expect(lines).toContain('58 nights');
  });

  it('is that of the first possible day until a day is chosen', () => {
    const lines = pickUp().lines(undefined, size, plain);
    expect(lines[0]).toContain('November 2026');
    // Auckland has times on every day.
    expect(lines.join('')).not.toMatch(/[[\]×]/);
    expect(pickUp().lines('2028-02-29', size, plain).join('\n')).toMatch(
      /February 2028[^]*28 +\[29\]/,
    );
  });

  it('has no days and no weeks before the first that can be chosen', () => {
    const [, , ...weeks] = pickUp('2026-11-25').lines(undefined, size, plain);
    expect(weeks).toEqual([`${' '.repeat(12)} 25   26   27   28   29`, '   30']);
  });

  it('is left out in a small terminal', () => {
    expect(pickUp().lines(undefined, { columns: 39, rows: 24 }, plain)).toEqual([]);
    expect(pickUp().lines(undefined, { columns: 60, rows: 15 }, plain)).toEqual([]);
    const all = dropOff().lines('2027-05-31', { columns: 40, rows: 16 }, plain);
    expect(Math.max(...all.map(textWidth))).toBeLessThanOrEqual(40);
    expect(all.length).toBeLessThanOrEqual(10);
  });
});

it.each([
  ['jan 2027', '2027-01-01'],
  ['January', '2027-01-01'],
  ['2027-03', '2027-03-01'],
  ['nov', '2026-11-20'],
  ['oct 2026', undefined],
  ['13', undefined],
  ['next week', undefined],
])('the text "%s" opens the picture at %s', (text, day) => {
  expect(pickUp().near(text)).toBe(day);
});

describe('the arrow keys', () => {
  it.each([
    [undefined, 'down', '2026-11-20'],
    [undefined, 'pagedown', '2026-12-20'],
    ['2026-12-31', 'right', '2027-01-01'],
    ['2026-12-31', 'left', '2026-12-30'],
    ['2026-12-31', 'up', '2026-12-24'],
    ['2026-12-31', 'down', '2027-01-07'],
    ['2027-01-31', 'pagedown', '2027-02-28'],
    ['2027-01-31', 'pageup', '2026-12-31'],
    ['2026-11-22', 'up', '2026-11-20'],
    ['9999-12-31', 'down', '2026-11-20'],
    ['2026-12-31', 'a', undefined],
  ] as const)('from %s with "%s" lead to %s', (from, key, to) => {
    expect(pickUp().move(from, key)).toBe(to);
  });
});
