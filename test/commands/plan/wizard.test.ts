/** The questions of the wizard, and what it says between them. */
import { describe, expect, it } from 'vitest';
import type { WizardOptions } from '../../../src/commands/plan/answers.ts';
import type { Quote, Selection } from '../../../src/api/types.ts';
import { InterruptedError, NotAvailableError } from '../../../src/base/errors.ts';
import { sandboxOperator } from '../../../src/operators/operator.ts';
import type { ChargedDays } from '../../../src/planner/charged-days.ts';
import type { Scripted } from './prompts.ts';
import { closedQueenstown, depots, plans, quoteOf, vehicles } from './wizard-context.ts';
import {
  dates,
  depotAnswers,
  depotsAndExtras,
  done,
  tripAndExtras,
  next,
  rest,
  runWizard,
  trip,
} from './wizard-scripts.ts';

/** The line at which the cursor is. */
const first = '';

const sameDepot = (name: string): Scripted[] => [
  ['Pick-up depot', name],
  ['Drop-off depot', ''],
];

describe('the wizard', () => {
  it('asks in the recommended order, requests one quote, and shows hours, times and estimates', async () => {
    const { quoted, calls, output } = await runWizard([...trip, ...rest, done]);
    expect(calls).toEqual([
      'availability 1>2 2026-12-20>2026-12-27',
      'accessories 11',
      'insurance-types 11',
      'quote 1>2 2026-12-20>2026-12-27 11 [1] 8',
    ]);
    expect(quoted.selection).toMatchObject({ vehicleId: 11, accessoryIds: [1], insuranceId: 8 });
    expect(output).toContain('Auckland Airport: Hours of 1');
    expect(output).toMatch(/pick-up at Auckland Airport: 10:00/);
    expect(output).toMatch(/drop-off at Queenstown: 08:30/);
    expect(output).toContain(
      '"about" is an estimate: the daily rate × 7 nights. The quote has the price, with fees and extras; some',
    );
  });

  it('asks again after an invalid date and after a drop-off before the pick-up', async () => {
    const { output } = await runWizard([
      ...depotAnswers,
      ['Pick-up date', 'someday'],
      ...dates('20 dec', '2026-12-01'),
      ['Drop-off date', '19 dec'],
      ['Drop-off date', '3 jan'],
      ...rest,
      done,
    ]);
    expect(output).toContain('! "someday"');
    expect(output).toContain('! Tue 1 Dec 2026 is before the pick-up date, Sun 20 Dec 2026');
    expect(output).toContain(
      'Sat 19 Dec 2026 is before the pick-up date, Sun 20 Dec 2026: give a later day',
    );
  });

  it.each<[string, WizardOptions, Scripted[]]>([
    ['typed', {}, dates('2026-11-01', '+7d')],
    ['in a flag', { from: '2026-11-01', to: '+7d' }, []],
  ])('says that a pick-up date is in the past: %s', async (_, options, asked) => {
    const { output } = await runWizard([...depotAnswers, ...asked, ...rest, done], { options });
    expect(
      output.match(
        /The pick-up date 2026-11-01 is in the past: at the depot, today is 2026-11-20\./g,
      ),
    ).toHaveLength(1);
  });

  it('suggests a week, and warns of a day on which a depot lists no times', async () => {
    const context = { depots: async () => [...depots.slice(0, 1), closedQueenstown] };
    const { selection, output } = await runWizard(
      [...depotAnswers, ...dates('20 dec', ''), ...rest, done],
      {
        context,
      },
    );
    expect(selection.dropOffDate).toBe('2026-12-27');
    expect(output).toContain(
      '  Queenstown lists no drop-off times on Sun 27 Dec 2026; nearest with times: Fri 25 Dec 2026 and Mon 28 Dec 2026',
    );
  });

  it('gives a drop-off date after the pick-up as the example of how to write one', async () => {
    const { output } = await runWizard([
      ...depotAnswers,
      ...dates('28 dec', '4 jan'),
      ...rest,
      done,
    ]);
    expect(output).toContain('(4 jan, fri, +7d)');
  });

  it('asks nothing new for the times of flags, and warns below those of the day if none fits', async () => {
    const wanted = { pickUpAfter: '10:30', dropOffBy: '08:30' };
    const { quoted, output } = await runWizard([...trip, ...rest, done], { context: { wanted } });
    expect(output).toContain(
      '  pick-up at Auckland Airport: 10:00 (10:30 does not fit)\n  Auckland Airport lists no pick-up time at 10:30 or later on Sun 20 Dec 2026; the last is 10:00; nearest days that fit: Fri 18 Dec 2026 and Mon 21 Dec 2026',
    );
    expect(output).not.toContain('no drop-off time');
    expect(quoted).toMatchObject({
      wanted,
      dayWarnings: [{ kind: 'outside', purpose: 'pick-up', wanted: '10:30' }],
    });
  });

  it('offers the pick-up depot as the first choice for the drop-off', async () => {
    const { selection, output } = await runWizard([
      ...sameDepot('queen'),
      ...trip.slice(2),
      ...rest,
      done,
    ]);
    expect(selection.dropOffDepotId).toBe(2);
    expect(output).toContain('Queenstown: Return to the same depot. Hours of 2');
  });

  it('takes a whole number from 1 to 50 of an accessory', async () => {
    const counts: Scripted[] = ['51', '1.5', '0', 'two', ' 50 '].map((text) => [
      'Quantity of Chair',
      text,
    ]);
    const { output, selection } = await runWizard([
      ...trip,
      ...rest.slice(0, 2),
      ...counts,
      ...rest.slice(3),
      done,
    ]);
    expect(output).toContain('! "1.5" is not a whole number from 1 to 50');
    expect(selection.accessoryIds).toHaveLength(50);
  });

  it('says so if there are no depots', async () => {
    const ended = runWizard([['What now?', 'Stop']], { context: { depots: async () => [] } });
    await expect(ended).rejects.toThrow(NotAvailableError);
  });
});

it.each([
  [
    80,
    '+7d',
    /from: Alpine +about 626\.50 +\(7 nights × 89\.50\) \| Hiace .* \| Jucy +about 840\.00 +\(7 nights × 120\.00\)/,
  ],
  [58, '+7d', /from: Alpine +about 626\.50 \| /],
  [80, '20 dec', /from: Alpine +89\.50 a day \| /],
])(
  'on %i columns, for a drop-off on %s, the list of vehicles starts with the lowest rate',
  async (columns, dropOff, list) => {
    const script: Scripted[] = [...depotAnswers, ...dates('20 dec', dropOff), ['Vehicle', 'none']];
    await expect(runWizard(script, { columns })).rejects.toThrow(list);
  },
);

it('items of the same name have their ids in the choices and in messages', async () => {
  const fleet = vehicles.map((one) => ({
    ...one,
    name: one.vehicleId === 13 ? 'Hiace' : one.name,
  }));
  const service = {
    availability: async () => fleet,
    // Jucy has only the first of the two chairs.
    accessories: async (id: number) =>
      (id === 12 ? [1] : [1, 2]).map((one) => ({ id: one, name: 'Chair', price: 5 })),
    insuranceTypes: async () => [7, 8].map((id) => ({ id, name: 'Full', price: id })),
  };
  const twins = depots.map((one) => ({ ...one, name: one.id === 3 ? 'Queenstown' : one.name }));
  const script: Scripted[] = [
    ['Pick-up depot', 'queenstown (3)'],
    ['Drop-off depot', 'queenstown (2)'],
    ...trip.slice(2),
    ['Vehicle', 'Hiace (13)'],
    ['Accessories', ['Chair (2)']],
    ['Quantity of Chair', '2'],
    ['Insurance', 'Full (8)'],
    next('Change vehicle'),
    ['Vehicle', 'Jucy'],
    done,
  ];
  const { output, selection } = await runWizard(script, {
    service,
    context: { depots: async () => twins },
  });
  expect(selection).toMatchObject({ pickUpDepotId: 3, dropOffDepotId: 2, insuranceId: 8 });
  expect(output).toContain('pick-up at Queenstown (3): none listed for this day');
  expect(output).toContain('Chair (2) is not offered with this vehicle on these dates.');
});

describe('the wizard with flags', () => {
  it.each<[string, Parameters<typeof runWizard>, string, object]>([
    [
      'a drop-off before the pick-up that was chosen',
      [
        [...dates('20 dec', '+7d'), ['Vehicle', 'Jucy'], done],
        { options: { ...depotsAndExtras, to: '19 dec' } },
      ],
      'Sat 19 Dec 2026 is before the pick-up date, Sun 20 Dec 2026.',
      { dropOffDate: '2026-12-27' },
    ],
    [
      'what cannot be understood',
      [
        [...trip, ['Vehicle', 'Jucy'], done],
        { options: { ...depotsAndExtras, pickUp: 'x', dropOff: 'y', from: 'z' } },
      ],
      'No depot matches "x".',
      { pickUpDepotId: 1, dropOffDepotId: 2, pickUpDate: '2026-12-20' },
    ],
    [
      'what the service does not have',
      [
        [...rest, done],
        {
          options: { ...tripAndExtras, vehicle: '99', accessory: ['piano'], insurance: ['piano'] },
        },
      ],
      'Vehicle 99 is not available for these depots and dates, or does not exist.',
      { vehicleId: 11, accessoryIds: [1], insuranceId: 8 },
    ],
    [
      'all that the user changes',
      [
        [['Vehicle', 'Jucy'], next('Change depots'), ...sameDepot('queen'), ...dates('', ''), done],
        { options: tripAndExtras },
      ],
      'pick-up at Queenstown',
      { pickUpDepotId: 2, dropOffDepotId: 2, pickUpDate: '2026-12-20' },
    ],
  ])('asks again for %s', async (_, run, words, selection) => {
    const ended = await runWizard(...run);
    expect(ended.output).toContain(words);
    expect(ended.selection).toMatchObject(selection);
  });

  it('prints a refused flag after Ctrl-C, so that the command asks again', async () => {
    const unfinished: object[] = [];
    const run = runWizard([['Drop-off depot', new InterruptedError()]], {
      options: { ...tripAndExtras, dropOff: 'atlantis', vehicle: '11' },
      context: { onInterrupt: (soFar) => void unfinished.push(soFar) },
    });
    await expect(run).rejects.toThrow(InterruptedError);
    expect(unfinished).toMatchObject([
      { answers: { pickUp: { id: 1 } }, flags: { dropOff: 'atlantis', vehicle: '11' } },
    ]);
  });

  it.each<[string, WizardOptions, Scripted, string, object]>([
    [
      'a depot',
      { ...tripAndExtras, dropOff: 'auck', vehicle: '11' },
      ['Drop-off depot', 'north'],
      '"auck" matches 2 depots: Auckland Airport (1); North Shore, Auckland (4).',
      { dropOffDepotId: 4 },
    ],
    [
      'a vehicle',
      { ...tripAndExtras, vehicle: 'hi' },
      ['Vehicle', 'White'],
      '"hi" matches 2 vehicles: Hiace (11), White Van (14).',
      { vehicleId: 14 },
    ],
    [
      'an accessory',
      { ...tripAndExtras, vehicle: '11', accessory: ['cha'] },
      ['Accessories', []],
      '"cha" matches 2 accessories: Chair (1), Snow chains (2).',
      { accessoryIds: [] },
    ],
    [
      'an insurance plan',
      { ...tripAndExtras, vehicle: '11', insurance: ['ful'] },
      ['Insurance', 'Careful'],
      '"ful" matches 2 insurance plans: Full (8), Careful (9).',
      { insuranceId: 9 },
    ],
  ])(
    'asks for %s if a part of a name matches several, also if one of them begins with it',
    async (_, options, ...more) => {
      const [question, words, selection] = more;
      const north = { ...depots[0]!, id: 4, name: 'North Shore, Auckland' };
      const service = {
        availability: async () => [
          ...vehicles,
          { ...vehicles[0]!, vehicleId: 14, name: 'White Van' },
        ],
        insuranceTypes: async () => [...plans, { id: 9, name: 'Careful', price: 1 }],
      };
      const context = { depots: async () => [...depots, north] };
      const ended = await runWizard([question, done], { options, service, context });
      expect(ended.output).toContain(words);
      expect(ended.selection).toMatchObject(selection);
    },
  );

  it.each<[string, WizardOptions, Scripted, object]>([
    [
      'pick-up',
      { ...tripAndExtras, pickUp: 'shore' },
      ['Pick-up depot', first],
      { pickUpDepotId: 4 },
    ],
    [
      'misspelt drop-off',
      { ...tripAndExtras, dropOff: 'quenstown' },
      ['Drop-off depot', first],
      { dropOffDepotId: 2 },
    ],
    ['vehicle', { ...tripAndExtras, vehicle: 'van' }, ['Vehicle', first], { vehicleId: 14 }],
    [
      'misspelt vehicle',
      { ...tripAndExtras, vehicle: 'juccy' },
      ['Vehicle', first],
      { vehicleId: 12 },
    ],
    ['plan', { ...tripAndExtras, insurance: ['ful'] }, ['Insurance', first], { insuranceId: 8 }],
  ])(
    'the cursor begins at what the text of a refused flag matches, or is near to: %s',
    async (_, options, question, selection) => {
      const [pickUp, ...others] = depots;
      const shores = [4, 5].map((id) => ({ ...pickUp!, id, name: `Shore ${id}` }));
      const vans = [14, 15].map((id) => ({ ...vehicles[1]!, vehicleId: id, name: `Van ${id}` }));
      const service = {
        availability: async () => [...vehicles, ...vans],
        insuranceTypes: async () => [...plans, { id: 9, name: 'Careful', price: 1 }],
      };
      const context = { depots: async () => [pickUp!, ...others, ...shores] };
      const script = [question, done];
      const ended = await runWizard(script, {
        options: { vehicle: '11', ...options },
        service,
        context,
      });
      expect(ended.selection).toMatchObject(selection);
    },
  );

  it('names the flag of a value that is not a date', async () => {
    const script: Scripted[] = [['Pick-up date', '20 dec'], ['Vehicle', 'Jucy'], done];
    const { output } = await runWizard(script, { options: { ...tripAndExtras, from: 'someday' } });
    expect(output).toContain('--from: "someday"');
  });

  it('says which days relative dates are', async () => {
    const options = { ...tripAndExtras, from: '+30d', to: 'sat', vehicle: 'cheapest' };
    const { output } = await runWizard([done], { options });
    expect(output).toMatch(
      /Pick-up date: Sun 20 Dec 2026\.\n.*\nDrop-off date: Sat 26 Dec 2026\.\n/,
    );
  });

  it('asks for no insurance plan after "none"', async () => {
    const options = { ...tripAndExtras, vehicle: 'cheapest', insurance: ['none'] };
    const { selection } = await runWizard([done], { options });
    expect(selection.insuranceId).toBeUndefined();
  });

  it('chooses for "cheapest" the lowest daily rate, then the first name', async () => {
    const { selection } = await runWizard([done], {
      options: { ...tripAndExtras, vehicle: 'cheapest' },
    });
    expect(selection.vehicleId).toBe(13);
  });
});

it('notes on prices are said once, at the first question that needs them', async () => {
  const again: Scripted[] = [
    next('Change accessories'),
    ['Accessories', ''],
    ['Quantity of', ''],
    next('Change vehicle'),
    ['Vehicle', ''],
  ];
  const { output } = await runWizard([
    ...trip,
    ...rest,
    ...again,
    next('Change insurance'),
    ['Insurance', ''],
    done,
  ]);
  expect(output.match(/per day or per rental/g)).toHaveLength(1);
  expect(output.match(/"about" is an estimate/g)).toHaveLength(1);
  const { insurance: _, ...options } = { ...tripAndExtras, vehicle: '11' };
  const { output: flagged } = await runWizard([['Insurance', 'Full'], done], { options });
  expect(flagged.match(/per day or per rental/g)).toHaveLength(1);
});

it('what a quote showed of charged days is in the estimates of the next question', async () => {
  const learned: number[] = [];
  const chargedDays: ChargedDays = {
    daysFor: (count) => (count === 7 ? learned.at(-1) : undefined),
    learn: (_, vehicle, { priceBreakdown }) =>
      void learned.push(priceBreakdown.rentalFee / (vehicle?.rentalDailyRate ?? 1)),
  };
  const service = { quote: async (selection: Selection) => charging(8 * 89.5, quoteOf(selection)) };
  const script: Scripted[] = [...trip, ...rest, next('Change vehicle'), ['Vehicle', 'Hiace'], done];
  const { output } = await runWizard(script, { service, context: { chargedDays } });
  expect(output.replace(/\s+/g, ' ')).toContain(
    'the daily rate × 8 days, which this operator charged for 7 nights.',
  );
  const none: Scripted[] = [...trip, ...rest, next('Change vehicle'), ['Vehicle', 'none']];
  const list = /from: Alpine +about 716\.00 +\(8 days × 89\.50\) \|/;
  await expect(runWizard(none, { service, context: { chargedDays } })).rejects.toThrow(list);
});

it('Enter at the quote opens the booking link; on the sandbox it ends the wizard', async () => {
  const enter: Scripted = ['What next?', ''];
  const real = await runWizard([...trip, ...rest, enter, done]);
  expect(real.calls.at(-1)).toMatch(/^open http/);
  const { calls } = await runWizard([...trip, ...rest, enter], {
    context: { operator: sandboxOperator('a') },
  });
  expect(calls.at(-1)).toMatch(/^quote /);
});

function charging(rentalFee: number, quote: Quote): Quote {
  return {
    ...quote,
    totalAmount: rentalFee,
    priceBreakdown: { ...quote.priceBreakdown, rentalFee },
  };
}
