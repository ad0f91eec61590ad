import { describe, expect, it } from 'vitest';
import {
  BackError,
  InterruptedError,
  NetworkError,
  NotAvailableError,
  OutputError,
  RefusedError,
  UnavailableError,
  UsageError,
} from '../../../src/errors.ts';
import type { Quote, RentalDates } from '../../../src/api/types.ts';
import { askSteps, type WizardOptions } from '../../../src/commands/plan/wizard.ts';
import { selectionOf } from '../../../src/planner/plan-trip.ts';
import { nights } from '../../../src/planner/calendar.ts';
import type { WizardContext } from '../../../src/commands/plan/step.ts';
import { scriptedPrompts, type Scripted } from '../../support/prompts.ts';
import { depots, wizardContext, plans, quoteOf, soldOut, vehicles, type FakeWizardContext } from './wizard-context.ts';

interface WizardSetup {
  readonly options?: WizardOptions;
  readonly service?: Partial<WizardContext['service']>;
  readonly context?: Partial<WizardContext>;
  readonly columns?: number;
}

async function runWizard(script: readonly Scripted[], { options = {}, service, context, columns }: WizardSetup = {}) {
  const prompts = scriptedPrompts(script, columns);
  const made: FakeWizardContext = { ...wizardContext(prompts, service), ...context, prompts };
  const plan = await askSteps(options, made);
  prompts.finish();
  return { plan, calls: made.calls, output: prompts.transcript.join('\n') };
}

const trip: Scripted[] = [
  ['Pick-up depot', 'auckland'],
  ['Drop-off depot', 'queen'],
  ['Pick-up date', '20 dec'],
  ['Drop-off date', '+7d'],
];
const rest: Scripted[] = [
  ['Vehicle', 'Hiace'],
  ['Accessories', ['Chair']],
  ['How many? Chair', ''],
  ['Insurance', 'Full'],
];
const done: Scripted = ['What next?', 'Done'];
const depotsAndExtras: WizardOptions = { pickUp: '1', dropOff: '2', accessory: ['1'], insurance: '8' };
const given: WizardOptions = { ...depotsAndExtras, from: '2026-12-20', to: '2026-12-27' };

describe('the wizard', () => {
  it('asks its questions in the recommended order and requests one quote', async () => {
    const { plan, calls } = await runWizard([...trip, ...rest, done]);
    expect(calls).toEqual([
      'availability 1>2 2026-12-20>2026-12-27',
      'accessories 11',
      'insurance-types 11',
      'quote 1>2 2026-12-20>2026-12-27 11 [1] 8',
    ]);
    expect(selectionOf(plan)).toMatchObject({ vehicleId: 11, accessoryIds: [1], insuranceId: 8 });
    expect(plan.quote.quoteId).toBe('Q-11-2026-12-20');
  });

  it('shows the opening hours, the date and the times of that day, and warns if a depot has no times', async () => {
    const { output } = await runWizard([...trip, ...rest, done]);
    expect(output).toContain('Auckland Airport: Hours of 1');
    expect(output).toContain('= Sun 20 Dec 2026');
    expect(output).toMatch(/pick-up at Auckland Airport: 10:00/);
    expect(output).toMatch(/Queenstown lists no weekend drop-off times/);
  });

  it('says hours, dates and what is open about prices once', async () => {
    const change: Scripted[] = [
      ['What next?', 'Change accessories'],
      ['Accessories', ''],
      ['How many?', ''],
      ['What next?', 'Change vehicle'],
      ['Vehicle', 'Jucy'],
      ['What next?', 'Change insurance'],
      ['Insurance', 'Basic'],
      done,
    ];
    const { output } = await runWizard([...trip, ...rest, ...change]);
    expect(output).not.toContain('Hours of 1 —');
    expect(output).not.toMatch(/= Sun .*\n.*2026-12-2/);
    expect(output.match(/unit not stated/g)).toHaveLength(1);
  });

  it('asks again after an invalid date and after a drop-off before the pick-up', async () => {
    const { output } = await runWizard([
      ...trip.slice(0, 2),
      ['Pick-up date', 'someday'],
      ['Pick-up date', '20 dec'],
      ['Drop-off date', '2026-12-01'],
      ['Drop-off date', '20 dec'],
      ...rest,
      done,
    ]);
    expect(output).toContain('! "someday"');
    expect(output).toContain('! Tue 1 Dec 2026 is before the pick-up date, Sun 20 Dec 2026');
  });

  it('takes a day without a year as the next one after the pick-up, and warns if that is far away', async () => {
    const { output, plan } = await runWizard([...trip.slice(0, 3), ['Drop-off date', '19 dec'], ...rest, done]);
    expect(output).toContain('= Sun 19 Dec 2027\n  That is 364 nights after the pick-up date.');
    expect(plan.dropOffDate).toBe('2027-12-19');
    const near = await runWizard([...trip.slice(0, 3), ['Drop-off date', '3 jan'], ...rest, done]);
    expect(near.plan.dropOffDate).toBe('2027-01-03');
    expect(near.output).not.toContain('That is');
  });

  it.each([
    ['20 dec', '27 dec', '20 dec'],
    ['16 jan', '23 jan', '20 dec'],
  ])('after %s offers examples that can be used', async (pickUp, example, first) => {
    const { plan, output } = await runWizard([
      ...trip.slice(0, 2),
      ['Pick-up date', pickUp],
      ['Drop-off date', example],
      ...rest,
      done,
    ]);
    expect(output).toContain(`  (${first}, fri, +30d)\n? Pick-up date: ${pickUp}`);
    expect(output).toContain(`  (${example}, fri, +7d)\n? Drop-off date: ${example}`);
    expect(nights(plan.pickUpDate, plan.dropOffDate)).toBe(7);
  });

  it('warns of a date in the past and accepts it', async () => {
    const { output, plan } = await runWizard([
      ...trip.slice(0, 2),
      ['Pick-up date', '2026-11-01'],
      ['Drop-off date', '+2d'],
      ...rest,
      done,
    ]);
    expect(output).toContain('That day is past: at the depot, today is Fri 20 Nov 2026.');
    expect(plan.pickUpDate).toBe('2026-11-01');
  });

  it('offers the pick-up depot as the first choice for the drop-off', async () => {
    const { plan, output } = await runWizard([
      ['Pick-up depot', 'queen'],
      ['Drop-off depot', ''],
      ...trip.slice(2),
      ...rest,
      done,
    ]);
    expect(plan.dropOff.name).toBe('Queenstown');
    expect(output).toContain('Queenstown (same depot)');
  });

  it('does not ask for extras if the vehicle has none', async () => {
    const service = { accessories: async () => [], insuranceTypes: async () => [] };
    const { plan } = await runWizard([...trip, ['Vehicle', 'Jucy'], done], { service });
    expect(plan).toMatchObject({ accessories: [], insurance: null });
  });
});

describe('the wizard with flags', () => {
  it('refuses two flags with a drop-off before the pick-up before it asks anything', async () => {
    for (const to of ['2026-12-19', '19 dec', 'tomorrow']) {
      await expect(runWizard([], { options: { from: '2026-12-20', to } })).rejects.toThrow(
        /^to: .* is before the pick-up date, Sun 20 Dec 2026$/,
      );
    }
  });

  it('asks for the drop-off date if that of the flag is before the pick-up date that was chosen', async () => {
    const { output, plan } = await runWizard(
      [['Pick-up date', '20 dec'], ['Drop-off date', '+7d'], ['Vehicle', 'Jucy'], done],
      { options: { ...depotsAndExtras, to: '19 dec' } },
    );
    expect(output).toContain('Sat 19 Dec 2026 is before the pick-up date, Sun 20 Dec 2026.');
    expect(plan.dropOffDate).toBe('2026-12-27');
  });

  it('chooses for "cheapest" the lowest daily rate, then the first name', async () => {
    const { plan } = await runWizard([['Pick-up date', '20 dec'], ['Drop-off date', '+1w'], done], {
      options: { ...depotsAndExtras, vehicle: 'cheapest' },
    });
    expect(plan.vehicle.name).toBe('Alpine');
  });

  it('asks for the values of flags when the user changes them', async () => {
    const { plan } = await runWizard(
      [
        ['Vehicle', 'Jucy'],
        ['What next?', 'Change depots'],
        ['Pick-up depot', 'queen'],
        ['Drop-off depot', ''],
        ['What next?', 'Change dates'],
        ['Pick-up date', ''],
        ['Drop-off date', '+9d'],

        done,
      ],
      { options: given },
    );
    expect(plan).toMatchObject({
      pickUp: { id: 2 },
      dropOff: { id: 2 },
      pickUpDate: '2026-12-20',
      dropOffDate: '2026-12-29',
    });
  });

  it('ends before the first question if a flag is invalid', async () => {
    await expect(runWizard([], { options: { from: 'someday' } })).rejects.toThrow(/^from: /);
    await expect(runWizard([], { options: { dropOff: 'atlantis' } })).rejects.toThrow(UsageError);
  });

  it('asks for the vehicle if the vehicle of the flag is not available', async () => {
    const { output, plan } = await runWizard([['Vehicle', 'Jucy'], done], {
      options: { ...given, vehicle: '99' },
    });
    expect(output).toContain('Vehicle 99 is not available');
    expect(plan.vehicle.vehicleId).toBe(12);
  });
});

describe('the wizard with flags that do not match the service', () => {
  it('asks for the extras if the vehicle does not have those of the flags', async () => {
    const { output, plan } = await runWizard(
      [['Vehicle', 'Hiace'], ['Accessories', ['Chair']], ['How many?', ''], ['Insurance', 'Basic'], done],
      { options: { ...given, accessory: ['piano'], insurance: 'piano' } },
    );
    expect(output).toMatch(/No accessory matches "piano"/);
    expect(output).toMatch(/No insurance plan matches "piano"/);
    expect(plan).toMatchObject({ accessories: [{ id: 1 }], insurance: { id: 7 } });
  });

  it('does not choose the vehicle of the flag again when it is sold out', async () => {
    const quote: WizardContext['service']['quote'] = async (selection) => {
      if (selection.vehicleId === 11) throw soldOut;
      return quoteOf(selection);
    };
    const options = { ...given, to: undefined, vehicle: 'hiace' } as unknown as WizardOptions;
    const script: Scripted[] = [['Drop-off date', '+7d'], ['Vehicle', ''], done];
    const { plan } = await runWizard(script, { options, service: { quote } });
    expect(plan.vehicle.vehicleId).not.toBe(11);
  });

  it('reports no error if a later vehicle does not have the extras of the flags', async () => {
    const accessories: WizardContext['service']['accessories'] = async (id) =>
      id === 12 ? [] : [{ id: 1, name: 'Chair', price: 5 }];
    const script: Scripted[] = [['Vehicle', 'Hiace'], ['What next?', 'Change vehicle'], ['Vehicle', 'Jucy'], done];
    const { output } = await runWizard(script, { options: given, service: { accessories } });
    expect(output).toContain('Chair is not offered with this vehicle');
    expect(output).not.toContain('No accessory matches');
  });
});

describe('the wizard after a change', () => {
  it('of dates keeps the vehicle and the extras', async () => {
    const { calls, plan } = await runWizard([
      ...trip,
      ...rest,
      ['What next?', 'Change dates'],
      ['Pick-up date', '21 dec'],
      ['Drop-off date', ''],
      done,
    ]);
    expect(calls.slice(4)).toEqual([
      'availability 1>2 2026-12-21>2026-12-27',
      'accessories 11',
      'insurance-types 11',
      'quote 1>2 2026-12-21>2026-12-27 11 [1] 8',
    ]);
    expect(plan.quote.quoteId).toBe('Q-11-2026-12-21');
  });

  it('of dates asks for another vehicle if the chosen one is not available', async () => {
    const availability: WizardContext['service']['availability'] = async ({ pickUpDate }) =>
      vehicles.filter(({ name }) => name !== 'Hiace' || pickUpDate === '2026-12-20');
    const { output, plan } = await runWizard(
      [
        ...trip,
        ...rest,
        ['What next?', 'Change dates'],
        ['Pick-up date', '22 dec'],
        ['Drop-off date', ''],
        ['Vehicle', 'Jucy'],
        done,
      ],
      { service: { availability } },
    );
    expect(output).toContain('Hiace is not available for these depots and dates.');
    expect(plan).toMatchObject({
      vehicle: { name: 'Jucy' },
      accessories: [{ id: 1, quantity: 1 }],
      insurance: { id: 8 },
    });
  });

  it('of the vehicle names the extras it does not have and asks for another insurance plan', async () => {
    const service: Partial<WizardContext['service']> = {
      accessories: async (id) => (id === 12 ? [] : [{ id: 1, name: 'Chair', price: 5 }]),
      insuranceTypes: async (id) => (id === 12 ? plans.filter((plan) => plan.id === 7) : [...plans]),
    };
    const { output, plan, calls } = await runWizard(
      [...trip, ...rest, ['What next?', 'Change vehicle'], ['Vehicle', 'Jucy'], ['Insurance', 'Basic'], done],
      { service },
    );
    expect(output).toContain('Chair is not offered with this vehicle on these dates.');
    expect(output).toContain('Full is not offered with this vehicle on these dates.');
    expect(plan).toMatchObject({ accessories: [], insurance: { id: 7 } });
    expect(calls.filter((call) => call.startsWith('availability'))).toHaveLength(1);
  });

  it('of extras preselects the earlier ones and requests only the quote', async () => {
    const { calls } = await runWizard([
      ...trip,
      ...rest,
      ['What next?', 'Change accessories'],
      ['Accessories', ''],
      ['How many?', ''],
      ['What next?', 'Change insurance'],
      ['Insurance', 'No insurance'],
      done,
    ]);
    expect(calls.slice(4)).toEqual([
      'quote 1>2 2026-12-20>2026-12-27 11 [1] 8',
      'quote 1>2 2026-12-20>2026-12-27 11 [1] undefined',
    ]);
  });

  it('of extras keeps the quantities from the flags', async () => {
    const { calls } = await runWizard(
      [['Vehicle', 'Hiace'], ['What next?', 'Change accessories'], ['Accessories', ''], ['How many? Chair', ''], done],
      { options: { ...given, accessory: ['1', 'chair'] } },
    );
    expect(calls.at(-1)).toBe('quote 1>2 2026-12-20>2026-12-27 11 [1,1] 8');
  });
});

describe('the way back', () => {
  const back = (question: string): Scripted => [question, new BackError()];

  it('leads from each question to the one before, with its answer', async () => {
    const { calls, output } = await runWizard([
      back('Pick-up depot'),
      ['Pick-up depot', 'auckland'],
      back('Drop-off depot'),
      ['Pick-up depot', ''],
      ['Drop-off depot', 'queen'],
      back('Pick-up date'),
      ['Drop-off depot', ''],
      ['Pick-up date', '20 dec'],
      back('Drop-off date'),
      ['Pick-up date', ''],
      ['Drop-off date', '+7d'],
      back('Vehicle'),
      ['Drop-off date', ''],
      ['Vehicle', 'Hiace'],
      back('Accessories'),
      ['Vehicle', ''],
      ['Accessories', ['Chair', 'Snow']],
      ['How many? Chair', '3'],
      back('How many? Snow'),
      ['How many? Chair', ''],
      ['How many? Snow', '2'],
      back('Insurance'),
      ['How many? Snow', ''],
      ['Insurance', 'Full'],
      back('What next?'),
      ['Insurance', ''],
      done,
    ]);
    expect(output).toContain('This is the first question: Ctrl-C ends the wizard.');
    expect(calls.at(-1)).toBe('quote 1>2 2026-12-20>2026-12-27 11 [1,1,1,2,2] 8');
    expect(output).toContain('Compared with the last quote: unchanged');
  });

  it('keeps quantities over several questions, also 0, which unticks', async () => {
    const { calls, output } = await runWizard([
      ...trip,
      ['Vehicle', 'Hiace'],
      ['Accessories', ['Chair', 'Snow']],
      ['How many? Chair', '3'],
      ['How many? Snow', '0'],
      back('Insurance'),
      ['How many? Snow', ''],
      ...['Insurance', 'How many? Snow', 'How many? Chair', 'Accessories'].map(back),
      ['Vehicle', ''],
      ['Accessories', ''],
      ['How many? Chair', ''],
      ['Insurance', 'Full'],
      ['What next?', 'Change accessories'],
      ['Accessories', ['Snow']],
      ['How many? Snow', ''],
      done,
    ]);
    expect(output.match(/= [01]$/gm)).toEqual(['= 0', '= 0', '= 1']);
    expect(output.match(/= 3$/gm)).toHaveLength(2);
    expect(calls.at(-1)).toBe('quote 1>2 2026-12-20>2026-12-27 11 [2] 8');
  });

  it('undoes a change, and passes over the choices of a menu', async () => {
    const { plan, calls } = await runWizard([
      ...trip,
      ...rest,
      ['What next?', 'Print'],
      ['What next?', 'Change dates'],
      ['Pick-up date', '21 dec'],
      back('Drop-off date'),
      back('Pick-up date'),
      back('What next?'),
      ['Insurance', ''],
      done,
    ]);
    expect(plan.pickUpDate).toBe('2026-12-20');
    expect(calls.filter((call) => call.startsWith('availability'))).toHaveLength(1);
  });

  it.each([
    [trip.slice(0, 1), {}, '--pick-up 1'],
    [
      trip,
      { vehicle: 'no such', insurance: '8' },
      '--pick-up 1 --drop-off 2 --from 2026-12-20 --to 2026-12-27 --insurance 8',
    ],
    [
      [...trip, ...rest],
      {},
      '--pick-up 1 --drop-off 2 --from 2026-12-20 --to 2026-12-27 --vehicle 11 --accessory 1 --insurance 8',
    ],
  ] satisfies [Scripted[], WizardOptions, string][])(
    'ends with Ctrl-C after %j and the plan so far as a command',
    async (answers, options, words) => {
      const prompts = scriptedPrompts([...answers, ['', new InterruptedError()]]);
      await expect(askSteps(options, { ...wizardContext(prompts), prompts })).rejects.toThrow(InterruptedError);
      expect(prompts.transcript.at(-1)).toBe(`rental plan --operator test ${words}`);
    },
  );

  it('ends with Ctrl-C at the first question and nothing to say', async () => {
    const prompts = scriptedPrompts([['', new InterruptedError()]]);
    await expect(askSteps({}, { ...wizardContext(prompts), prompts })).rejects.toThrow(InterruptedError);
    expect(prompts.transcript).toEqual([]);
  });

  it('leads from an error of the service to the last question', async () => {
    let failures = 1;
    const quote: WizardContext['service']['quote'] = async (selection) => {
      if (failures-- > 0) throw new UnavailableError('the service is down for now');
      return quoteOf(selection);
    };
    const script: Scripted[] = [...trip, ...rest, back('Try again?'), ['Insurance', ''], done];
    expect((await runWizard(script, { service: { quote } })).plan.vehicle.name).toBe('Hiace');
  });
});

describe('an id that is another thing after a change of dates', () => {
  it('is not kept for the vehicle, its accessories and its insurance plan', async () => {
    const isLate = (dates: RentalDates | undefined): boolean => dates?.pickUpDate === '2026-12-22';
    const service: Partial<WizardContext['service']> = {
      availability: async (dates) =>
        vehicles.map((one) => ({ ...one, name: isLate(dates) && one.vehicleId === 11 ? 'Bus' : one.name })),
      accessories: async (_, dates) => [{ id: 1, name: isLate(dates) ? 'Roof box' : 'Chair', price: 5 }],
      insuranceTypes: async (_, dates) => [{ id: 8, name: isLate(dates) ? 'Glass only' : 'Full', price: 9 }],
    };
    const { output, calls } = await runWizard(
      [
        ...trip,
        ...rest,
        ['What next?', 'Change dates'],
        ['Pick-up date', '22 dec'],
        ['Drop-off date', ''],
        ['Vehicle', 'Jucy'],
        ['Insurance', 'No'],
        done,
      ],
      { service },
    );
    expect(output).toContain('Hiace is not available for these depots and dates; its id (11) is now Bus.');
    expect(output).toContain('Chair is not offered with this vehicle on these dates; its id (1) is now Roof box.');
    expect(output).toContain('Full is not offered with this vehicle on these dates; its id (8) is now Glass only.');
    expect(calls.at(-1)).toBe('quote 1>2 2026-12-22>2026-12-27 12 [] undefined');
  });
});

describe('the list of vehicles', () => {
  it('starts with the lowest daily rate and has estimates', async () => {
    const { output } = await runWizard([...trip, ...rest, done]);
    expect(output).toContain('"about" is an estimate: the daily rate × 7 nights. The quote has the price.');
    await expect(runWizard([...trip, ['Vehicle', 'none of them']])).rejects.toThrow(
      /from: Alpine +89\.50 a day +about 626\.50 for 7 nights \| Hiace +89\.50.* \| Jucy +120\.00 a day +about 840\.00/,
    );
  });

  it.each([
    [58, '+7d'],
    [80, '20 dec'],
  ])('has none on %i columns for a drop-off on %s', async (columns, dropOff) => {
    const script: Scripted[] = [...trip.slice(0, 3), ['Drop-off date', dropOff], ['Vehicle', 'none']];
    await expect(runWizard(script, { columns })).rejects.toThrow(/from: Alpine +89\.50 a day \| /);
  });
});

describe('the number of an accessory', () => {
  const chosen = (...answers: Scripted[]): Scripted[] => [
    ...trip,
    ['Vehicle', 'Hiace'],
    ['Accessories', ['Chair', 'Snow']],
    ...answers,
    ['Insurance', 'Full'],

    done,
  ];

  it('must be a whole number from 0 to 50', async () => {
    const wrong: Scripted[] = ['51', '1.5', '-1', 'two', '2e1'].map((text) => ['How many? Chair', text]);
    const { output, plan } = await runWizard(chosen(...wrong, ['How many? Chair', ' 50 '], ['How many? Snow', '']));
    expect(output).toContain('! "1.5" is not a whole number from 0 to 50');
    expect(plan.accessories.map(({ quantity }) => quantity)).toEqual([50, 1]);
  });
});

describe('items of the same name', () => {
  it('have their ids in the choices and in messages', async () => {
    const fleet = vehicles.map((one) => ({ ...one, name: one.vehicleId === 13 ? 'Hiace' : one.name }));
    const service: Partial<WizardContext['service']> = {
      availability: async () => fleet,
      // Jucy has only the first of the two chairs.
      accessories: async (id) => (id === 12 ? [1] : [1, 2]).map((one) => ({ id: one, name: 'Chair', price: 5 })),
      insuranceTypes: async () => [7, 8].map((id) => ({ id, name: 'Full', price: id })),
    };
    const twins = depots.map((one) => ({ ...one, name: one.id === 3 ? 'Queenstown' : one.name }));
    const { output, plan } = await runWizard(
      [
        ['Pick-up depot', 'queenstown (3)'],
        ['Drop-off depot', 'queenstown (2)'],
        ...trip.slice(2),
        ['Vehicle', 'Hiace (13)'],
        ['Accessories', ['Chair (2)']],
        ['How many? Chair (2)', '2'],
        ['Insurance', 'Full (8)'],
        ['What next?', 'Change vehicle'],
        ['Vehicle', 'Jucy'],
        done,
      ],
      { service, context: { depots: async () => twins } },
    );
    expect(plan).toMatchObject({ pickUp: { id: 3 }, dropOff: { id: 2 }, insurance: { id: 8 } });
    expect(output).toContain('pick-up at Queenstown (3): no weekend times');
    expect(output).toContain('Chair (2) is not offered with this vehicle on these dates.');
  });
});

describe('a vehicle that is sold out', () => {
  const quote: WizardContext['service']['quote'] = async (selection) => {
    if (selection.vehicleId === 11) throw soldOut;
    return quoteOf(selection);
  };

  it("is reported in the service's words and disabled in a new list of vehicles", async () => {
    const { output, plan, calls } = await runWizard([...trip, ...rest, ['Vehicle', 'Jucy'], done], {
      service: { quote },
    });
    expect(output).toContain('This vehicle was just taken.');
    expect(plan.vehicle.name).toBe('Jucy');
    expect(calls.filter((call) => call.startsWith('availability'))).toHaveLength(2);
    await expect(runWizard([...trip, ...rest, ['Vehicle', 'Hiace']], { service: { quote } })).rejects.toThrow(
      /Hiace.*\(not available\)/,
    );
  });

  it('can be chosen on other dates', async () => {
    const onlyFirst: WizardContext['service']['quote'] = async (selection) => {
      if (selection.vehicleId === 11 && selection.pickUpDate === '2026-12-20') throw soldOut;
      return quoteOf(selection);
    };
    const { plan } = await runWizard(
      [
        ...trip,
        ...rest,
        ['Vehicle', 'Jucy'],
        ['What next?', 'Change dates'],
        ['Pick-up date', '22 dec'],
        ['Drop-off date', ''],
        ['What next?', 'Change vehicle'],
        ['Vehicle', 'Hiace'],
        done,
      ],
      { service: { quote: onlyFirst } },
    );
    expect(plan.vehicle.name).toBe('Hiace');
  });

  it('ends the wizard if it is the only one and the user stops', async () => {
    const service: Partial<WizardContext['service']> = { quote, availability: async () => vehicles.slice(0, 1) };
    await expect(runWizard([...trip, ...rest, ['What now?', 'Stop']], { service })).rejects.toThrow(NotAvailableError);
  });
});

describe('an empty list', () => {
  it('of vehicles leads to other dates and keeps the depots', async () => {
    const availability: WizardContext['service']['availability'] = async ({ pickUpDate }) =>
      pickUpDate === '2026-12-20' ? [] : [...vehicles];
    const { output, plan } = await runWizard(
      [...trip, ['What now?', 'Change dates'], ['Pick-up date', '1 jan'], ['Drop-off date', '+3d'], ...rest, done],
      { service: { availability } },
    );
    expect(output).toContain('No vehicle is available for these depots and dates.');
    expect(plan).toMatchObject({ pickUp: { id: 1 }, pickUpDate: '2027-01-01', dropOffDate: '2027-01-04' });
  });

  it('of depots ends the wizard', async () => {
    await expect(runWizard([], { context: { depots: async () => [] } })).rejects.toThrow(/lists no depots/);
  });
});

describe('an error of the service', () => {
  it('leads to a retry with every answer kept', async () => {
    let failures = 2;
    const quote: WizardContext['service']['quote'] = async (selection) => {
      if (failures-- > 0) throw new UnavailableError('the service is down for now');
      return quoteOf(selection);
    };
    const { output } = await runWizard([...trip, ...rest, ['Try again?', true], ['Try again?', true], done], {
      service: { quote },
    });
    expect(output).toContain('The service is down for now.');
  });

  it('ends the wizard if the user does not retry', async () => {
    const availability = async () => Promise.reject(new NetworkError('no route'));
    await expect(runWizard([...trip, ['Try again?', false]], { service: { availability } })).rejects.toThrow(
      'no route',
    );
  });

  it('that refuses the dates leads to other dates', async () => {
    const availability: WizardContext['service']['availability'] = async ({ pickUpDate }) => {
      if (pickUpDate === '2026-12-20') throw new RefusedError('pick_up_date is in the past', { status: 400 });
      return [...vehicles];
    };
    const { output } = await runWizard(
      [...trip, ['What now?', 'Change dates'], ['Pick-up date', '1 jan'], ['Drop-off date', '+3d'], ...rest, done],
      { service: { availability } },
    );
    expect(output).toContain('Pick_up_date is in the past.');
  });

  it('of an unknown kind ends the wizard', async () => {
    const availability = async () => Promise.reject(new Error('a bug'));
    await expect(runWizard(trip, { service: { availability } })).rejects.toThrow('a bug');
  });
});

describe('the quote', () => {
  it('can be opened, and its link can be printed', async () => {
    const { calls, output } = await runWizard([
      ...trip,
      ...rest,
      ['What next?', 'Open'],
      ['What next?', 'Print'],
      done,
    ]);
    const link = 'http://127.0.0.1:1/book?pick_up_depot_id=1&drop_off_depot_id=2';
    expect(calls.at(-1)).toContain(`open ${link}`);
    expect(output).toContain(link);
  });

  it('prints its link if no browser can be opened', async () => {
    const open = async () => Promise.reject(new OutputError('no browser could be opened'));
    const { output } = await runWizard([...trip, ...rest, ['What next?', 'Open'], done], { context: { open } });
    expect(output).toMatch(/No browser could be opened\.\nhttp:/);
  });

  it('says what a new quote changes, and only then', async () => {
    const totals = [626.5, 683.5, 683.5];
    const quote: WizardContext['service']['quote'] = async (selection) => {
      const { priceBreakdown, ...rest } = quoteOf(selection);
      const totalAmount = totals.shift() ?? 0;
      return { ...rest, totalAmount, priceBreakdown: { ...priceBreakdown, rentalFee: totalAmount } };
    };
    const change: Scripted[] = [
      ['What next?', 'Change dates'],
      ['Pick-up date', ''],
      ['Drop-off date', ''],
    ];
    const { output } = await runWizard([...trip, ...rest, ...change, ...change, done], { service: { quote } });
    expect(output.match(/Compared with the last quote: .*/g)).toEqual([
      'Compared with the last quote: +57.00: rental +57.00',
      'Compared with the last quote: unchanged',
    ]);
  });

  it('says which extras and which vehicle have gone since the last quote', async () => {
    const answers: (Partial<Quote['priceBreakdown']> | undefined)[] = [
      { accessories: [{ id: 1, name: 'Chair', cost: 5, quantity: 1 }], insurance: { id: 8, name: 'Full', cost: 210 } },
      {},
      undefined,
    ];
    const quote: WizardContext['service']['quote'] = async (selection) => {
      const answer = answers.length === 0 ? {} : answers.shift();
      if (answer === undefined) throw soldOut;
      const { priceBreakdown, ...others } = quoteOf(selection);
      return { ...others, priceBreakdown: { ...priceBreakdown, ...answer } };
    };
    const change: Scripted[] = [
      ['What next?', 'Change insurance'],
      ['Insurance', ''],
    ];
    const { output } = await runWizard([...trip, ...rest, ...change, ...change, ['Vehicle', 'Jucy'], done], {
      service: { quote },
    });
    expect(output).toContain('Chair is not in the new quote.');
    expect(output).toContain('Full is not in the new quote.');
    expect(output).toContain('This vehicle was just taken.\nHiace was still available for the last quote.');
  });

  it('loads the extras again if it is refused, and names those that have gone', async () => {
    let isGone = false;
    const service: Partial<WizardContext['service']> = {
      accessories: async () => (isGone ? [] : [{ id: 1, name: 'Chair', price: 5 }]),
      quote: async (selection) => {
        if (selection.accessoryIds.length === 0) return quoteOf(selection);
        isGone = true;
        throw new RefusedError('unknown accessory 1', { status: 400 });
      },
    };
    const { output, plan } = await runWizard([...trip, ...rest, ['What now?', 'Change accessories'], done], {
      service,
    });
    expect(output).toContain('Chair is not offered with this vehicle on these dates.');
    expect(plan.accessories).toEqual([]);
  });

  it("shows until when it is valid by the operator's clock, or that it has expired, and asks nothing then", async () => {
    const { output } = await runWizard([...trip, ...rest, done]);
    expect(output).toContain('The quote is valid until Fri 20 Nov 2026, 13:30 NZDT.');
    expect(output).not.toContain('UTC');
    const late = { now: () => Date.parse('2026-11-20T00:40:00Z') };
    const after = await runWizard([...trip, ...rest, ['What next?', 'Open'], done], { context: late });
    expect(after.output).toContain("This quote expired 10 min ago by this machine's clock.");
    expect(after.calls.at(-1)).toContain('open http');
  });
});
