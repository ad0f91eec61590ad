/** What the wizard keeps and asks again after a change, an error of the service, or a quote. */
import { describe, expect, it } from 'vitest';
import type { Quote, RentalDates } from '../../../src/api/types.ts';
import { NetworkError, NotAvailableError, OutputError, RefusedError, UnavailableError } from '../../../src/errors.ts';
import type { Scripted } from './prompts.ts';
import { plans, quoteOf, soldOut, vehicles } from './wizard-context.ts';
import {
  dates,
  done,
  failing,
  given,
  next,
  rest,
  runWizard,
  soldOutIf,
  trip,
  whole,
  type Service,
} from './wizard-scripts.ts';

const isAvailability = (call: string): boolean => call.startsWith('availability');
const otherDates: Scripted[] = [next('Change dates'), ...dates('22 dec', '')];
const otherVehicle: Scripted[] = [next('Change vehicle'), ['Vehicle', 'Jucy']];

describe('the wizard after a change', () => {
  it('of dates keeps the vehicle and the extras', async () => {
    const { calls, plan } = await runWizard(whole(...otherDates));
    expect(calls.slice(4)).toEqual([
      'availability 1>2 2026-12-22>2026-12-27',
      'accessories 11',
      'insurance-types 11',
      'quote 1>2 2026-12-22>2026-12-27 11 [1] 8',
    ]);
    expect(plan.quote.quoteId).toBe('Q-11-2026-12-22');
  });

  it('of dates asks for another vehicle if the chosen one is not available', async () => {
    const availability: Service['availability'] = async ({ pickUpDate }) =>
      vehicles.filter(({ name }) => name !== 'Hiace' || pickUpDate === '2026-12-20');
    const script = whole(...otherDates, ['Vehicle', 'Jucy']);
    const { output, plan } = await runWizard(script, { service: { availability } });
    expect(output).toContain('Hiace is not available for these depots and dates.');
    expect(plan).toMatchObject({
      ...{ vehicle: { name: 'Jucy' }, accessories: [{ id: 1, quantity: 1 }], insurance: { id: 8 } },
    });
  });

  it('of dates keeps no id that is another thing on them', async () => {
    const isLate = (dates: RentalDates | undefined): boolean => dates?.pickUpDate === '2026-12-22';
    const service: Service = {
      availability: async (dates) =>
        vehicles.map((one) => ({ ...one, name: isLate(dates) && one.vehicleId === 11 ? 'Bus' : one.name })),
      accessories: async (_, dates) => [{ id: 1, name: isLate(dates) ? 'Roof box' : 'Chair', price: 5 }],
      insuranceTypes: async (_, dates) => [{ id: 8, name: isLate(dates) ? 'Glass only' : 'Full', price: 9 }],
    };
    const script = whole(...otherDates, ['Vehicle', 'Jucy'], ['Insurance', 'No']);
    const { output, calls } = await runWizard(script, { service });
    expect(output).toContain('Hiace is not available for these depots and dates; its id (11) is now Bus.');
    expect(output).toContain('Chair is not offered with this vehicle on these dates; its id (1) is now Roof box.');
    expect(output).toContain('Full is not offered with this vehicle on these dates; its id (8) is now Glass only.');
    expect(calls.at(-1)).toBe('quote 1>2 2026-12-22>2026-12-27 12 [] undefined');
  });

  it('of the vehicle names the extras it does not have and asks for another insurance plan', async () => {
    const service: Service = {
      accessories: async (id) => (id === 12 ? [] : [{ id: 1, name: 'Chair', price: 5 }]),
      insuranceTypes: async (id) => (id === 12 ? plans.filter((plan) => plan.id === 7) : [...plans]),
    };
    const script = whole(...otherVehicle, ['Insurance', 'Basic']);
    const { output, plan, calls } = await runWizard(script, { service });
    expect(output).toContain('Chair is not offered with this vehicle on these dates.');
    expect(output).toContain('Full is not offered with this vehicle on these dates.');
    expect(plan).toMatchObject({ accessories: [], insurance: { id: 7 } });
    expect(calls.filter(isAvailability)).toHaveLength(1);
  });

  it('of extras preselects the earlier ones, requests only the quote, and says once what is open', async () => {
    const accessories: Scripted[] = [next('Change accessories'), ['Accessories', ''], ['How many?', '']];
    const insurance: Scripted[] = [next('Change insurance'), ['Insurance', 'No insurance']];
    const { calls, output } = await runWizard(whole(...accessories, ...insurance));
    expect(calls.slice(4)).toEqual([
      'quote 1>2 2026-12-20>2026-12-27 11 [1] 8',
      'quote 1>2 2026-12-20>2026-12-27 11 [1] undefined',
    ]);
    expect(output.match(/the operator does not say/g)).toHaveLength(1);
  });

  it('of extras keeps the quantities from the flags', async () => {
    const same: Scripted[] = [['Accessories', ''], ['How many? Chair', ''], done];
    const { calls } = await runWizard([['Vehicle', 'Hiace'], next('Change accessories'), ...same], {
      options: { ...given, accessory: ['1', 'chair'] },
    });
    expect(calls.at(-1)).toBe('quote 1>2 2026-12-20>2026-12-27 11 [1,1] 8');
  });
});

describe('a vehicle that is sold out', () => {
  const service = soldOutIf(({ vehicleId }) => vehicleId === 11);

  it("is reported in the service's words and disabled in a new list of vehicles", async () => {
    const { output, plan, calls } = await runWizard(whole(['Vehicle', 'Jucy']), { service });
    expect(output).toContain('This vehicle was just taken.');
    expect(plan.vehicle.name).toBe('Jucy');
    expect(calls.filter(isAvailability)).toHaveLength(2);
    await expect(runWizard([...trip, ...rest, ['Vehicle', 'Hiace']], { service })).rejects.toThrow(
      /Hiace.*\(not available\)/,
    );
  });

  it('can be chosen on other dates', async () => {
    const { plan } = await runWizard(
      whole(['Vehicle', 'Jucy'], ...otherDates, next('Change vehicle'), ['Vehicle', 'Hiace']),
      { service: soldOutIf(({ vehicleId, pickUpDate }) => vehicleId === 11 && pickUpDate === '2026-12-20') },
    );
    expect(plan.vehicle.name).toBe('Hiace');
  });

  it('ends the wizard if it is the only one and the user stops', async () => {
    const only: Service = { ...service, availability: async () => vehicles.slice(0, 1) };
    const script: Scripted[] = [...trip, ...rest, ['What now?', 'Stop']];
    await expect(runWizard(script, { service: only })).rejects.toThrow(NotAvailableError);
  });
});

describe('an answer without a vehicle', () => {
  const refused = new RefusedError('pick_up_date is in the past', { status: 400 });

  it.each([
    ['an empty list', [], 'No vehicle is available for these depots and dates.'],
    ['a refusal of the dates', refused, 'Pick_up_date is in the past.'],
  ])('leads to other dates and keeps the depots: %s', async (_, answer, words) => {
    const availability: Service['availability'] = async ({ pickUpDate }) => {
      if (pickUpDate !== '2026-12-20') return [...vehicles];
      if (answer instanceof Error) throw answer;
      return answer;
    };
    const script: Scripted[] = [...trip, ['What now?', 'Change dates'], ...dates('1 jan', '+3d'), ...rest, done];
    const { output, plan } = await runWizard(script, { service: { availability } });
    expect(output).toContain(words);
    expect(plan).toMatchObject({ pickUp: { id: 1 }, pickUpDate: '2027-01-01', dropOffDate: '2027-01-04' });
  });
});

describe('an error of the service', () => {
  it('leads to a retry with every answer kept', async () => {
    const service = failing(new UnavailableError('the service is down for now'), 2);
    const { output } = await runWizard(whole(['Try again?', true], ['Try again?', true]), { service });
    expect(output).toContain('The service is down for now.');
  });

  it.each<[string, Error, Scripted[]]>([
    ['if the user does not retry', new NetworkError('no route'), [['Try again?', false]]],
    ['if its kind is unknown', new Error('a bug'), []],
  ])('ends the wizard %s', async (_, error, answers) => {
    const availability = async () => Promise.reject(error);
    await expect(runWizard([...trip, ...answers], { service: { availability } })).rejects.toThrow(error);
  });

  it('that refuses the extras loads them again, and names those that have gone', async () => {
    let isGone = false;
    const service: Service = {
      accessories: async () => (isGone ? [] : [{ id: 1, name: 'Chair', price: 5 }]),
      quote: async (selection) => {
        if (selection.accessoryIds.length === 0) return quoteOf(selection);
        isGone = true;
        throw new RefusedError('unknown accessory 1', { status: 400 });
      },
    };
    const { output, plan } = await runWizard(whole(['What now?', 'Change accessories']), { service });
    expect(output).toContain('Chair is not offered with this vehicle on these dates.');
    expect(plan.accessories).toEqual([]);
  });
});

describe('the quote', () => {
  it('can be opened, and its link is printed if the user wants it or no browser can be opened', async () => {
    const { calls, output } = await runWizard(whole(next('Open'), next('Print')));
    const link = 'http://127.0.0.1:1/book?pick_up_depot_id=1&drop_off_depot_id=2';
    expect(calls.at(-1)).toContain(`open ${link}`);
    expect(output).toContain(link);
    const open = async () => Promise.reject(new OutputError('no browser could be opened'));
    const closed = await runWizard(whole(next('Open')), { context: { open } });
    expect(closed.output).toMatch(/No browser could be opened\.\nhttp:/);
  });

  it('says what a new quote changes, and only then', async () => {
    const totals = [626.5, 683.5, 683.5];
    const quote: Service['quote'] = async (selection) => {
      const { priceBreakdown, ...rest } = quoteOf(selection);
      const totalAmount = totals.shift() ?? 0;
      return { ...rest, totalAmount, priceBreakdown: { ...priceBreakdown, rentalFee: totalAmount } };
    };
    const change: Scripted[] = [next('Change dates'), ...dates('', '')];
    const { output } = await runWizard(whole(...change, ...change), { service: { quote } });
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
    const quote: Service['quote'] = async (selection) => {
      const answer = answers.length === 0 ? {} : answers.shift();
      if (answer === undefined) throw soldOut;
      const { priceBreakdown, ...others } = quoteOf(selection);
      return { ...others, priceBreakdown: { ...priceBreakdown, ...answer } };
    };
    const change: Scripted[] = [next('Change insurance'), ['Insurance', '']];
    const { output } = await runWizard(whole(...change, ...change, ['Vehicle', 'Jucy']), { service: { quote } });
    expect(output).toContain('Chair is not in the new quote.');
    expect(output).toContain('Full is not in the new quote.');
    expect(output).toContain('This vehicle was just taken.\nHiace was still available for the last quote.');
  });

  it("shows until when it is valid by the operator's clock, or that it has expired, and asks nothing then", async () => {
    const { output } = await runWizard(whole());
    expect(output).toContain('The quote is valid until Fri 20 Nov 2026, 13:30 NZDT.');
    expect(output).not.toContain('UTC');
    const late = { now: () => Date.parse('2026-11-20T00:40:00Z') };
    const after = await runWizard(whole(next('Open')), { context: late });
    expect(after.output).toContain("This quote expired, by this machine's clock.");
    expect(after.calls.at(-1)).toContain('open http');
  });
});
