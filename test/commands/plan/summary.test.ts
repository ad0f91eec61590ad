import { expect, it } from 'vitest';
import { emptyDraft, type Draft } from '../../../src/commands/plan/draft.ts';
import { summaryOf } from '../../../src/commands/plan/summary.ts';
import { headlineText } from '../../../src/terminal/questions.ts';
import { textWidth } from '../../../src/terminal/width.ts';
import { accessories, depots, plans, vehicles } from './wizard-context.ts';

const [auckland, queenstown, kyoto] = depots;
const [hiace] = vehicles;
const [chair] = accessories;
const [basic] = plans;
const noFlags = {
  ...{ pickUp: undefined, dropOff: undefined, from: undefined, to: undefined },
  ...{ vehicle: undefined, accessories: undefined, insurance: undefined },
};

const line = (known: Partial<Draft>, columns = 79): string =>
  headlineText(summaryOf({ ...emptyDraft(noFlags), vehicles, ...known }, depots, '2026-11-20'), columns);

const places = { pickUp: auckland, dropOff: queenstown };
const dates = { pickUpDate: '2026-12-20', dropOffDate: '2026-12-28' } as const;

it.each([
  [{ pickUp: auckland }, 'Auckland Airport'],
  [places, 'Auckland Airport → Queenstown'],
  [{ pickUp: auckland, dropOff: auckland, ...dates }, 'Auckland Airport · Sun 20 – Mon 28 Dec (8 nights)'],
  [{ ...places, pickUpDate: '2026-12-20' }, 'Auckland Airport → Queenstown · from Sun 20 Dec'],
  [
    { ...places, pickUpDate: '2026-12-28', dropOffDate: '2027-01-02' },
    'Auckland Airport → Queenstown · Mon 28 Dec – Sat 2 Jan 2027 (5 nights)',
  ],
  [
    { pickUp: auckland, pickUpDate: '2027-01-02', dropOffDate: '2027-01-02' },
    'Auckland Airport · Sat 2 Jan 2027 (same day)',
  ],
  [
    { ...places, ...dates, vehicle: hiace, accessories: [], insurance: null },
    'Auckland Airport → Queenstown · Sun 20 – Mon 28 Dec (8 nights) · Hiace',
  ],
] as const)('%# says what is known', (known, expected) => {
  expect(line(known as Partial<Draft>)).toBe(expected);
});

it('cuts the names of depots first', () => {
  const all = {
    ...{ ...places, ...dates, vehicle: hiace, insurance: basic },
    accessories: chair === undefined ? [] : [{ ...chair, quantity: 2 }],
  };
  expect(line(all)).toBe('Auckland Ai… → Queenstown · Sun 20 – Mon 28 Dec (8 nights) · Hiace · 3 extras');
  expect(line(all, 70)).toMatch(/^Auckla… → Queens… · Sun 20 – Mon 28 Dec \(8 nights\) · Hiace · 3 extras$/);
  expect(textWidth(line(all, 70))).toBeLessThanOrEqual(70);
});

it('escapes names', () => {
  expect(line({ pickUp: kyoto })).toBe('京都駅<U+001B>[2J');
});
