/** What the wizard keeps and asks again after a change, an error of the service, or a quote. */
import { describe, expect, it } from 'vitest';
import type { RentalDates } from '../../../src/api/types.ts';
import {
  BackError,
  NetworkError,
  OutputError,
  RefusedError,
  UnavailableError,
} from '../../../src/base/errors.ts';
import { nights } from '../../../src/planner/calendar.ts';
import type { Scripted } from './prompts.ts';
import { plans, quoteOf, soldOut, vehicles } from './wizard-context.ts';
import {
  dates,
  done,
  failing,
  tripAndExtras,
  next,
  rest,
  runWizard,
  trip,
  whole,
  type Service,
} from './wizard-scripts.ts';

const otherDates: Scripted[] = [next('Change dates'), ...dates('22 dec', '')];
const otherVehicle: Scripted[] = [next('Change vehicle'), ['Vehicle', 'Jucy']];

describe('the wizard after a change', () => {
  it('of dates keeps the length, the vehicle and the extras', async () => {
    const { calls, quoted } = await runWizard(whole(...otherDates));
    expect(calls.slice(4)).toEqual([
      'availability 1>2 2026-12-22>2026-12-29',
      'accessories 11',
      'insurance-types 11',
      'quote 1>2 2026-12-22>2026-12-29 11 [1] 8',
    ]);
    expect(quoted.quote.quoteId).toBe('Q-11-2026-12-22');
  });

  it.each(['28 dec', '4 dec'])(
    'of the pick-up date to %s keeps the length, also after Esc',
    async (pickUp) => {
      const change: Scripted[] = [
        next('Change dates'),
        ['Pick-up date', pickUp],
        ['Drop-off date', new BackError()],
        ...dates('', ''),
      ];
      const { selection } = await runWizard(whole(...change));
      expect(nights(selection.pickUpDate, selection.dropOffDate)).toBe(7);
    },
  );

  it('of dates that the service refused still reads the vehicle of the flags', async () => {
    const service: Service = {
      availability: async ({ pickUpDate }) => {
        if (pickUpDate === '2026-12-20') throw new RefusedError('these dates are closed');
        return vehicles;
      },
    };
    const otherDates: Scripted[] = [['What now?', 'Change dates'], ...dates('22 dec', '')];
    const { selection } = await runWizard([...otherDates, done], {
      options: { ...tripAndExtras, vehicle: '12', accessory: ['none'], insurance: ['none'] },
      service,
    });
    expect(selection).toMatchObject({ pickUpDate: '2026-12-22', vehicleId: 12 });
  });

  it('of dates drops each id that is another thing then, and asks for another vehicle', async () => {
    const isLate = (dates: RentalDates | undefined): boolean => dates?.pickUpDate === '2026-12-22';
    const service: Service = {
      availability: async (dates) =>
        vehicles.map((one) => ({
          ...one,
          name: isLate(dates) && one.vehicleId === 11 ? 'Bus' : one.name,
        })),
      accessories: async (_, dates) => [
        { id: 1, name: isLate(dates) ? 'Roof box' : 'Chair', price: 5 },
      ],
      insuranceTypes: async (_, dates) => [
        { id: 8, name: isLate(dates) ? 'Glass only' : 'Full', price: 9 },
      ],
    };
    const script = whole(...otherDates, ['Vehicle', 'Jucy'], ['Insurance', 'No']);
    const { output, calls } = await runWizard(script, { service });
    expect(output).toContain('Hiace is not available for these depots and dates.');
    expect(output).toContain('Chair is not offered with this vehicle on these dates.');
    expect(output).toContain('Full is not offered with this vehicle on these dates.');
    expect(calls.at(-1)).toBe('quote 1>2 2026-12-22>2026-12-29 12 [] undefined');
  });

  it('of the vehicle names the extras it does not have and asks for another insurance plan', async () => {
    const service: Service = {
      accessories: async (id) => (id === 12 ? [] : [{ id: 1, name: 'Chair', price: 5 }]),
      insuranceTypes: async (id) =>
        id === 12 ? plans.filter((plan) => plan.id === 7) : [...plans],
    };
    const { output, selection, calls } = await runWizard(
      whole(...otherVehicle, ['Insurance', 'Basic']),
      { service },
    );
    expect(output).toContain('Chair is not offered with this vehicle on these dates.');
    expect(output).toContain('Full is not offered with this vehicle on these dates.');
    expect(selection).toMatchObject({ accessoryIds: [], insuranceId: 7 });
    expect(calls.filter((call) => call.startsWith('availability'))).toHaveLength(1);
  });

  it('of extras preselects earlier ones with their quantities, and requests only the quote', async () => {
    const accessories: Scripted[] = [
      next('Change accessories'),
      ['Accessories', ''],
      ['Quantity of', ''],
    ];
    const insurance: Scripted[] = [next('Change insurance'), ['Insurance', 'No insurance']];
    const { calls } = await runWizard([['Vehicle', 'Hiace'], ...accessories, ...insurance, done], {
      options: { ...tripAndExtras, accessory: ['1', 'chair'] },
    });
    expect(calls.slice(4)).toEqual([
      'quote 1>2 2026-12-20>2026-12-27 11 [1,1] 8',
      'quote 1>2 2026-12-20>2026-12-27 11 [1,1] undefined',
    ]);
  });
});

describe('an error of the service is said, and the user decides', () => {
  const refused = new RefusedError('pick_up_date is in the past', { status: 400 });

  it.each<[string, Service, string, Scripted[]]>([
    [
      'a vehicle that is sold out: another one, from a new list',
      failing(({ vehicleId }) => (vehicleId === 11 ? soldOut : undefined)),
      'This vehicle was just taken.',
      [...trip, ...rest, ['What now?', 'Change vehicle'], ['Vehicle', 'Jucy']],
    ],
    [
      'no vehicle: other dates',
      {
        availability: async ({ pickUpDate }) => (pickUpDate === '2026-12-20' ? [] : [...vehicles]),
      },
      'No vehicle is available for these depots and dates.',
      [...trip, ['What now?', 'Change dates'], ...dates('1 jan', '+3d'), ...rest],
    ],
    [
      'a refusal of the dates: other depots and dates',
      failing(({ pickUpDate }) => (pickUpDate === '2026-12-20' ? refused : undefined)),
      'Pick_up_date is in the past.',
      [...trip, ...rest, ['What now?', 'Change dates'], ...dates('1 jan', '+3d')],
    ],
  ])('%s', async (_, service, words, script) => {
    const { output, selection } = await runWizard([...script, done], { service });
    expect(output).toContain(words);
    expect(selection).toMatchObject({ pickUpDepotId: 1, dropOffDepotId: 2, insuranceId: 8 });
    expect(selection.vehicleId === 11 && selection.pickUpDate === '2026-12-20').toBe(false);
  });

  it('tries again with every answer kept', async () => {
    let left = 2;
    const service = failing(() =>
      left-- > 0 ? new UnavailableError('the service is down for now') : undefined,
    );
    const { output } = await runWizard(
      whole(['What now?', 'Try again'], ['What now?', 'Try again']),
      { service },
    );
    expect(output).toContain('The service is down for now.');
  });

  it.each<[string, Error, Scripted[]]>([
    ['if the user stops', new NetworkError('no route'), [['What now?', 'Stop']]],
    ['if its kind is unknown', new Error('a bug'), []],
  ])('ends the wizard %s', async (_, error, answers) => {
    const availability = async () => Promise.reject(error);
    await expect(runWizard([...trip, ...answers], { service: { availability } })).rejects.toThrow(
      error,
    );
  });

  it('that refuses extras: their lists are loaded again, and those that have gone are named', async () => {
    let isGone = false;
    const service: Service = {
      accessories: async () => (isGone ? [] : [{ id: 1, name: 'Chair', price: 5 }]),
      quote: async (selection) => {
        if (selection.accessoryIds.length === 0) return quoteOf(selection);
        isGone = true;
        throw new RefusedError('unknown accessory 1', { status: 400 });
      },
    };
    const { output, selection } = await runWizard(whole(['What now?', 'Change accessories']), {
      service,
    });
    expect(output).toContain('This vehicle has no accessories.');
    expect(selection.accessoryIds).toEqual([]);
  });
});

describe('the quote', () => {
  it('can be opened, and its link is printed, also if no browser can be opened', async () => {
    const { calls, output } = await runWizard(whole(next('Open')));
    const link = 'http://127.0.0.1:1/book?pick_up_depot_id=1&drop_off_depot_id=2';
    expect(calls.at(-1)).toContain(`open ${link}`);
    expect(output).toContain(link);
    const open = async () => Promise.reject(new OutputError('no browser could be opened'));
    const closed = await runWizard(whole(next('Open')), { context: { open } });
    expect(closed.output).toMatch(/No browser could be opened\.\nhttp:/);
  });

  it('says what it lacks, and until when it is valid', async () => {
    const { output } = await runWizard(whole());
    expect(output).toContain('not in the quote: Chair');
    expect(output).toContain('The quote is valid until Fri 20 Nov 2026, 13:30 NZDT.');
    const late = { now: () => Date.parse('2026-11-20T00:40:00Z') };
    const after = await runWizard(whole(next('Open')), { context: late });
    expect(after.output).toContain("This quote expired, by this machine's clock.");
    expect(after.calls.at(-1)).toContain('open http');
  });
});
