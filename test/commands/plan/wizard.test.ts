import { describe, expect, it } from 'vitest';
import {
  InterruptedError,
  NetworkError,
  NotAvailableError,
  OutputError,
  RefusedError,
  UnavailableError,
  UsageError,
} from '../../../src/errors.ts';
import { askSteps, type WizardOptions } from '../../../src/commands/plan/wizard.ts';
import { selectionOf } from '../../../src/planner/selection.ts';
import type { WizardContext } from '../../../src/commands/plan/step.ts';
import { scriptedPrompts, type Scripted } from '../../support/prompts.ts';
import { wizardContext, plans, quoteOf, soldOut, vehicles, type FakeWizardContext } from './wizard-context.ts';

interface Talk {
  readonly options?: WizardOptions;
  readonly service?: Partial<WizardContext['service']>;
  readonly context?: Partial<WizardContext>;
}

async function talk(script: readonly Scripted[], { options = {}, service, context }: Talk = {}) {
  const prompts = scriptedPrompts(script);
  const made: FakeWizardContext = { ...wizardContext(prompts, service), ...context, prompts };
  const plan = await askSteps(options, made);
  prompts.finish();
  return { plan, calls: made.calls, said: prompts.transcript.join('\n') };
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
  ['Insurance', 'Full'],
  ['Is this right?', 'Yes'],
];
const done: Scripted = ['What next?', 'Done'];
const depotsAndExtras: WizardOptions = { pickUp: '1', dropOff: '2', accessory: ['1'], insurance: '8' };
const given: WizardOptions = { ...depotsAndExtras, from: '2026-12-20', to: '2026-12-27' };

describe('the conversation', () => {
  it('asks everything in the recommended order and quotes once', async () => {
    const { plan, calls } = await talk([...trip, ...rest, done]);
    expect(calls).toEqual([
      'availability 1>2 2026-12-20>2026-12-27',
      'accessories 11',
      'insurance-types 11',
      'quote 1>2 2026-12-20>2026-12-27 11 [1] 8',
    ]);
    expect(selectionOf(plan)).toMatchObject({ vehicleId: 11, accessoryIds: [1], insuranceId: 8 });
    expect(plan.quote.quoteId).toBe('Q-11-2026-12-20');
  });

  it('shows opening hours, the day it understood and the times of its category, and warns where there are none', async () => {
    const { said } = await talk([...trip, ...rest, done]);
    expect(said).toContain('Auckland Airport: Hours of 1');
    expect(said).toContain('= Sun 20 Dec 2026');
    expect(said).toMatch(/pick-up at Auckland Airport, Sun 2026-12-20: 10:00/);
    expect(said).toMatch(/Queenstown lists no weekend drop-off times/);
  });

  it('asks again for what is no date, and for a drop-off before the pick-up', async () => {
    const { said } = await talk([
      ...trip.slice(0, 2),
      ['Pick-up date', 'someday'],
      ['Pick-up date', '20 dec'],
      ['Drop-off date', '2026-12-01'],
      ['Drop-off date', '20 dec'],
      ...rest,
      done,
    ]);
    expect(said).toContain('! "someday"');
    expect(said).toContain('! Tue 1 Dec 2026 is before the pick-up date, Sun 20 Dec 2026');
  });

  it('warns of a day that is past, and leaves it to the service', async () => {
    const { said, plan } = await talk([
      ...trip.slice(0, 2),
      ['Pick-up date', '2026-11-01'],
      ['Drop-off date', '+2d'],
      ...rest,
      done,
    ]);
    expect(said).toContain('That day is past: today is Fri 20 Nov 2026 there.');
    expect(plan.pickUpDate).toBe('2026-11-01');
  });

  it('offers the pick-up depot first for the drop-off', async () => {
    const { plan, said } = await talk([
      ['Pick-up depot', 'queen'],
      ['Drop-off depot', ''],
      ...trip.slice(2),
      ...rest,
      done,
    ]);
    expect(plan.dropOff.name).toBe('Queenstown');
    expect(said).toContain('Queenstown (same depot)');
  });

  it('offers no extras where the vehicle has none', async () => {
    const service = { accessories: async () => [], insuranceTypes: async () => [] };
    const { plan } = await talk([...trip, ['Vehicle', 'Jucy'], ['Is this right?', 'Yes'], done], { service });
    expect(plan).toMatchObject({ accessories: [], insurance: null });
  });

  it('ends where a question is cancelled', async () => {
    await expect(talk([...trip, ['Vehicle', new InterruptedError()]])).rejects.toThrow(InterruptedError);
  });
});

describe('flags', () => {
  it('are not asked about', async () => {
    const { calls } = await talk([['Vehicle', 'Jucy'], ['Is this right?', 'Yes'], done], { options: given });
    expect(calls.at(-1)).toBe('quote 1>2 2026-12-20>2026-12-27 12 [1] 8');
  });

  it('name the cheapest of the vehicles, ties by name', async () => {
    const { plan } = await talk(
      [['Pick-up date', '20 dec'], ['Drop-off date', '+1w'], ['Is this right?', 'Yes'], done],
      {
        options: { ...depotsAndExtras, vehicle: 'cheapest' },
      },
    );
    expect(plan.vehicle.name).toBe('Alpine');
  });

  it('are asked about after a change', async () => {
    const { plan } = await talk(
      [
        ['Vehicle', 'Jucy'],
        ['Is this right?', 'Change depots'],
        ['Pick-up depot', 'queen'],
        ['Drop-off depot', ''],
        ['Is this right?', 'Change dates'],
        ['Pick-up date', ''],
        ['Drop-off date', '+9d'],
        ['Is this right?', 'Yes'],
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

  it('that mean nothing end it before the first question', async () => {
    await expect(talk([], { options: { from: 'someday' } })).rejects.toThrow(/^from: /);
    await expect(talk([], { options: { dropOff: 'atlantis' } })).rejects.toThrow(UsageError);
  });

  it('for a vehicle that is not available lead to the list', async () => {
    const { said, plan } = await talk([['Vehicle', 'Jucy'], ['Is this right?', 'Yes'], done], {
      options: { ...given, vehicle: '99' },
    });
    expect(said).toContain('Vehicle 99 is not available');
    expect(plan.vehicle.vehicleId).toBe(12);
  });
});

describe('flags that the service does not agree with', () => {
  it('are asked about where the vehicle does not have what they name', async () => {
    const { said, plan } = await talk(
      [['Vehicle', 'Hiace'], ['Accessories', ['Chair']], ['Insurance', 'Basic'], ['Is this right?', 'Yes'], done],
      { options: { ...given, accessory: ['piano'], insurance: 'piano' } },
    );
    expect(said).toMatch(/No accessory matches "piano"/);
    expect(said).toMatch(/No insurance plan matches "piano"/);
    expect(plan).toMatchObject({ accessories: [{ id: 1 }], insurance: { id: 7 } });
  });

  it('name a vehicle once: it is not chosen again when it is sold out', async () => {
    const quote: WizardContext['service']['quote'] = async (selection) => {
      if (selection.vehicleId === 11) throw soldOut;
      return quoteOf(selection);
    };
    const options = { ...given, to: undefined, vehicle: 'hiace' } as unknown as WizardOptions;
    const script: Scripted[] = [['Drop-off date', '+7d'], ['Is this right?', 'Yes'], ['Vehicle', ''], done];
    const { plan } = await talk(script, { options, service: { quote } });
    expect(plan.vehicle.vehicleId).not.toBe(11);
  });

  it('name extras once: a vehicle without them is no mistake', async () => {
    const accessories: WizardContext['service']['accessories'] = async (id) =>
      id === 12 ? [] : [{ id: 1, name: 'Chair', price: 5 }];
    const script: Scripted[] = [
      ['Vehicle', 'Hiace'],
      ['Is this right?', 'Change vehicle'],
      ['Vehicle', 'Jucy'],
      ['Is this right?', 'Yes'],
      done,
    ];
    const { said } = await talk(script, { options: given, service: { accessories } });
    expect(said).toContain('Chair is not offered with this vehicle');
    expect(said).not.toContain('No accessory matches');
  });
});

describe('going back', () => {
  it('changes dates and keeps vehicle and extras without asking for them', async () => {
    const { calls, plan } = await talk([
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

  it('says that the vehicle is gone on other dates and asks for another', async () => {
    const availability: WizardContext['service']['availability'] = async ({ pickUpDate }) =>
      vehicles.filter(({ name }) => name !== 'Hiace' || pickUpDate === '2026-12-20');
    const { said, plan } = await talk(
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
    expect(said).toContain('Hiace is not available for these depots and dates.');
    expect(plan).toMatchObject({
      vehicle: { name: 'Jucy' },
      accessories: [{ id: 1, quantity: 1 }],
      insurance: { id: 8 },
    });
  });

  it('changes the vehicle, says which extras it does not have, and asks for a plan that is gone', async () => {
    const service: Partial<WizardContext['service']> = {
      accessories: async (id) => (id === 12 ? [] : [{ id: 1, name: 'Chair', price: 5 }]),
      insuranceTypes: async (id) => (id === 12 ? plans.filter((plan) => plan.id === 7) : [...plans]),
    };
    const { said, plan, calls } = await talk(
      [...trip, ...rest, ['What next?', 'Change vehicle'], ['Vehicle', 'Jucy'], ['Insurance', 'Basic'], done],
      { service },
    );
    expect(said).toContain('Chair is not offered with this vehicle on these dates.');
    expect(said).toContain('Full is not offered with this vehicle on these dates.');
    expect(plan).toMatchObject({ accessories: [], insurance: { id: 7 } });
    expect(calls.filter((call) => call.startsWith('availability'))).toHaveLength(1);
  });

  it('changes extras with the earlier ones ticked, asking the service for nothing but the quote', async () => {
    const { calls } = await talk([
      ...trip,
      ...rest,
      ['What next?', 'Change extras'],
      ['Accessories', ''],
      ['Insurance', 'No insurance'],
      done,
    ]);
    expect(calls.slice(4)).toEqual(['quote 1>2 2026-12-20>2026-12-27 11 [1] undefined']);
  });

  it('keeps how many were asked for by flag', async () => {
    const { calls } = await talk(
      [
        ['Vehicle', 'Hiace'],
        ['Is this right?', 'Change extras'],
        ['Accessories', ''],
        ['Insurance', ''],
        ['Is this right?', 'Yes'],
        done,
      ],
      { options: { ...given, accessory: ['1', 'chair'] } },
    );
    expect(calls.at(-1)).toBe('quote 1>2 2026-12-20>2026-12-27 11 [1,1] 8');
  });
});

describe('a vehicle that is sold out', () => {
  const quote: WizardContext['service']['quote'] = async (selection) => {
    if (selection.vehicleId === 11) throw soldOut;
    return quoteOf(selection);
  };

  it("is said in the service's words, asked around anew and cannot be chosen again", async () => {
    const { said, plan, calls } = await talk([...trip, ...rest, ['Vehicle', 'Jucy'], done], { service: { quote } });
    expect(said).toContain('This vehicle was just taken.');
    expect(plan.vehicle.name).toBe('Jucy');
    expect(calls.filter((call) => call.startsWith('availability'))).toHaveLength(2);
    await expect(talk([...trip, ...rest, ['Vehicle', 'Hiace']], { service: { quote } })).rejects.toThrow(
      /Hiace.*\(not available\)/,
    );
  });

  it('may be free on other dates', async () => {
    const onlyFirst: WizardContext['service']['quote'] = async (selection) => {
      if (selection.vehicleId === 11 && selection.pickUpDate === '2026-12-20') throw soldOut;
      return quoteOf(selection);
    };
    const { plan } = await talk(
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

  it('as the last one leads to other dates, or to the end', async () => {
    const service: Partial<WizardContext['service']> = { quote, availability: async () => vehicles.slice(0, 1) };
    await expect(talk([...trip, ...rest, ['What now?', 'Stop']], { service })).rejects.toThrow(NotAvailableError);
  });
});

describe('an empty list', () => {
  it('of vehicles leads to other dates without losing the depots', async () => {
    const availability: WizardContext['service']['availability'] = async ({ pickUpDate }) =>
      pickUpDate === '2026-12-20' ? [] : [...vehicles];
    const { said, plan } = await talk(
      [...trip, ['What now?', 'Change dates'], ['Pick-up date', '1 jan'], ['Drop-off date', '+3d'], ...rest, done],
      { service: { availability } },
    );
    expect(said).toContain('No vehicle is available for these depots and dates.');
    expect(plan).toMatchObject({ pickUp: { id: 1 }, pickUpDate: '2027-01-01', dropOffDate: '2027-01-04' });
  });

  it('of depots ends it', async () => {
    await expect(talk([], { context: { depots: async () => [] } })).rejects.toThrow(/lists no depots/);
  });
});

describe('the service in trouble', () => {
  it('is asked again when it passes, with every answer kept', async () => {
    let failures = 2;
    const quote: WizardContext['service']['quote'] = async (selection) => {
      if (failures-- > 0) throw new UnavailableError('the service is down for now');
      return quoteOf(selection);
    };
    const { said } = await talk([...trip, ...rest, ['Try again?', true], ['Try again?', true], done], {
      service: { quote },
    });
    expect(said).toContain('The service is down for now.');
  });

  it('ends it with its own error where it is not to be asked again', async () => {
    const availability = async () => Promise.reject(new NetworkError('no route'));
    await expect(talk([...trip, ['Try again?', false]], { service: { availability } })).rejects.toThrow('no route');
  });

  it('that refuses the dates leads to other dates', async () => {
    const availability: WizardContext['service']['availability'] = async ({ pickUpDate }) => {
      if (pickUpDate === '2026-12-20') throw new RefusedError('pick_up_date is in the past', { status: 400 });
      return [...vehicles];
    };
    const { said } = await talk(
      [...trip, ['What now?', 'Change dates'], ['Pick-up date', '1 jan'], ['Drop-off date', '+3d'], ...rest, done],
      { service: { availability } },
    );
    expect(said).toContain('Pick_up_date is in the past.');
  });

  it('that sends nonsense ends it', async () => {
    const availability = async () => Promise.reject(new Error('a bug'));
    await expect(talk(trip, { service: { availability } })).rejects.toThrow('a bug');
  });
});

describe('the quote', () => {
  it('is opened or its link printed, as often as wanted', async () => {
    const { calls, said } = await talk([...trip, ...rest, ['What next?', 'Open'], ['What next?', 'Print'], done]);
    const link = 'http://127.0.0.1:1/book?pick_up_depot_id=1&drop_off_depot_id=2';
    expect(calls.at(-1)).toContain(`open ${link}`);
    expect(said).toContain(link);
  });

  it('has its link printed where there is no browser', async () => {
    const open = async () => Promise.reject(new OutputError('no browser could be opened'));
    const { said } = await talk([...trip, ...rest, ['What next?', 'Open'], done], { context: { open } });
    expect(said).toMatch(/No browser could be opened\.\nhttp:/);
  });

  it('that has expired says so and is asked for again, or kept', async () => {
    const times = ['00:00', '00:40', '00:40', '00:40', '00:40', '00:40'].map((time) =>
      Date.parse(`2026-11-20T${time}:00Z`),
    );
    const clock = () => times.shift() ?? Date.parse('2026-11-20T00:40:00Z');
    const { said, calls } = await talk(
      [...trip, ...rest, ['Ask for it again?', true], ['Ask for it again?', false], done],
      {
        context: { now: clock },
      },
    );
    expect(said).toContain('This quote has expired.');
    expect(calls.filter((call) => call.startsWith('quote'))).toHaveLength(2);
  });

  it('that expires while the menu is open is not booked unasked', async () => {
    let now = Date.parse('2026-11-20T00:00:00Z');
    const prompts: Scripted[] = [...trip, ...rest, ['What next?', 'Open'], ['Ask for it again?', false], done];
    const context = { now: () => (now += 10 * 60_000) };
    const { calls } = await talk(prompts, { context });
    expect(calls.some((call) => call.startsWith('open'))).toBe(false);
  });
});
