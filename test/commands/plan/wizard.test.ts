/** The questions of the wizard, and what it says between them. */
import { describe, expect, it } from 'vitest';
import { BackError, UsageError } from '../../../src/errors.ts';
import { selectionOf } from '../../../src/planner/plan-trip.ts';
import type { Scripted } from './prompts.ts';
import { closedQueenstown, depots, vehicles } from './wizard-context.ts';
import {
  dates,
  depotAnswers,
  depotsAndExtras,
  done,
  given,
  next,
  rest,
  runWizard,
  soldOutIf,
  trip,
  whole,
  type Service,
} from './wizard-scripts.ts';

describe('the wizard', () => {
  it('asks in the recommended order, requests one quote, and shows hours, dates and times', async () => {
    const { plan, calls, output } = await runWizard(whole());
    expect(calls).toEqual([
      'availability 1>2 2026-12-20>2026-12-27',
      'accessories 11',
      'insurance-types 11',
      'quote 1>2 2026-12-20>2026-12-27 11 [1] 8',
    ]);
    expect(selectionOf(plan)).toMatchObject({ vehicleId: 11, accessoryIds: [1], insuranceId: 8 });
    expect(output).toContain('Auckland Airport: Hours of 1');
    expect(output).toMatch(/pick-up at Auckland Airport: 10:00/);
    expect(output).toMatch(/drop-off at Queenstown: 08:30/);
  });

  it('asks again after an invalid date and after a drop-off before the pick-up', async () => {
    const { output } = await runWizard([
      ...depotAnswers,
      ['Pick-up date', 'someday'],
      ...dates('20 dec', '2026-12-01'),
      ['Drop-off date', '19 dec'],
      ['Drop-off date', '20 dec'],
      ...rest,
      done,
    ]);
    expect(output).toContain('! "someday"');
    expect(output).toContain('! Tue 1 Dec 2026 is before the pick-up date, Sun 20 Dec 2026');
    expect(output).toContain('Sat 19 Dec 2026 is before the pick-up date, Sun 20 Dec 2026: give a later day');
  });

  it.each([
    ['20 dec', '3 jan', '2027-01-03', '= 2027-01-03\n  drop-off at'],
    ['20 dec', '27 dec', '2026-12-27', '  (27 dec, fri, +7d)\n? Drop-off date: 27 dec'],
    ['16 jan', '23 jan', '2027-01-23', '  (23 jan, fri, +7d)\n? Drop-off date: 23 jan'],
    ['2026-11-01', '+2d', '2026-11-03', 'That day is past: at the depot, today is Fri 20 Nov 2026.'],
  ])('after a pick-up on %s takes %j for %s, and says what is odd about it', async (pickUp, dropOff, date, words) => {
    const { output, plan } = await runWizard([...depotAnswers, ...dates(pickUp, dropOff), ...rest, done]);
    expect(plan.dropOffDate).toBe(date);
    expect(output).toContain(words);
  });

  it('suggests a week, and takes a day without times only if the user wants it', async () => {
    const context = { depots: async () => [...depots.slice(0, 1), closedQueenstown] };
    const closed = 'Queenstown lists no drop-off times on Sun 27 Dec 2026. Take it?';
    const script: Scripted[] = [...depotAnswers, ...dates('20 dec', ''), [closed, false], ['Drop-off date', '+8d']];
    const { plan, output } = await runWizard([...script, ...rest, done], { context });
    expect(plan.dropOffDate).toBe('2026-12-28');
    expect(output).not.toContain('drop-off at Queenstown: none');
    const again: Scripted[] = [
      [closed, new BackError()],
      ['Drop-off date', ''],
      [closed, true],
    ];
    const other = await runWizard([...script.slice(0, 4), ...again, ...rest, done], { context });
    expect(other.plan.dropOffDate).toBe('2026-12-27');
  });

  it('offers the pick-up depot as the first choice for the drop-off', async () => {
    const script: Scripted[] = [['Pick-up depot', 'queen'], ['Drop-off depot', ''], ...trip.slice(2), ...rest, done];
    const { plan, output } = await runWizard(script);
    expect(plan.dropOff.name).toBe('Queenstown');
    expect(output).toContain('Queenstown (same depot)');
  });

  it('does not ask for extras if the vehicle has none', async () => {
    const service = { accessories: async () => [], insuranceTypes: async () => [] };
    const { plan } = await runWizard([...trip, ['Vehicle', 'Jucy'], done], { service });
    expect(plan).toMatchObject({ accessories: [], insurance: null });
  });

  it('takes a whole number from 0 to 50 of an accessory', async () => {
    const wrong: Scripted[] = ['51', '1.5', '-1', 'two'].map((text) => ['How many? Chair', text]);
    const { output, plan } = await runWizard([
      ...trip,
      ['Vehicle', 'Hiace'],
      ['Accessories', ['Chair', 'Snow']],
      ...wrong,
      ['How many? Chair', ' 50 '],
      ['How many? Snow', '0'],
      ['Insurance', 'Full'],
      done,
    ]);
    expect(output).toContain('! "1.5" is not a whole number from 0 to 50');
    expect(plan.accessories.map(({ quantity }) => quantity)).toEqual([50]);
  });

  it('ends if there are no depots', async () => {
    await expect(runWizard([], { context: { depots: async () => [] } })).rejects.toThrow(/lists no depots/);
  });
});

describe('the list of vehicles', () => {
  it('starts with the lowest daily rate and has estimates', async () => {
    const { output } = await runWizard(whole());
    expect(output).toContain('"about" is an estimate: the daily rate × 7 nights. The quote has the price.');
    await expect(runWizard([...trip, ['Vehicle', 'none of them']])).rejects.toThrow(
      /from: Alpine +89\.50 a day +about 626\.50 for 7 nights \| Hiace +89\.50.* \| Jucy +120\.00 a day +about 840\.00/,
    );
  });

  it.each([
    [58, '+7d'],
    [80, '20 dec'],
  ])('has no estimates on %i columns for a drop-off on %s', async (columns, dropOff) => {
    const script: Scripted[] = [...depotAnswers, ...dates('20 dec', dropOff), ['Vehicle', 'none']];
    await expect(runWizard(script, { columns })).rejects.toThrow(/from: Alpine +89\.50 a day \| /);
  });
});

describe('items of the same name', () => {
  it('have their ids in the choices and in messages', async () => {
    const fleet = vehicles.map((one) => ({ ...one, name: one.vehicleId === 13 ? 'Hiace' : one.name }));
    const service: Service = {
      availability: async () => fleet,
      // Jucy has only the first of the two chairs.
      accessories: async (id) => (id === 12 ? [1] : [1, 2]).map((one) => ({ id: one, name: 'Chair', price: 5 })),
      insuranceTypes: async () => [7, 8].map((id) => ({ id, name: 'Full', price: id })),
    };
    const twins = depots.map((one) => ({ ...one, name: one.id === 3 ? 'Queenstown' : one.name }));
    const script: Scripted[] = [
      ['Pick-up depot', 'queenstown (3)'],
      ['Drop-off depot', 'queenstown (2)'],
      ...trip.slice(2),
      ['Vehicle', 'Hiace (13)'],
      ['Accessories', ['Chair (2)']],
      ['How many? Chair (2)', '2'],
      ['Insurance', 'Full (8)'],
      next('Change vehicle'),
      ['Vehicle', 'Jucy'],
      done,
    ];
    const { output, plan } = await runWizard(script, { service, context: { depots: async () => twins } });
    expect(plan).toMatchObject({ pickUp: { id: 3 }, dropOff: { id: 2 }, insurance: { id: 8 } });
    expect(output).toContain('pick-up at Queenstown (3): none listed for this day');
    expect(output).toContain('Chair (2) is not offered with this vehicle on these dates.');
  });
});

describe('the wizard with flags', () => {
  it.each([
    [{ from: '2026-12-20', to: '19 dec' }, /^to: .* is before the pick-up date, Sun 20 Dec 2026$/],
    [{ from: '2026-12-20', to: 'tomorrow' }, /^to: .* is before the pick-up date, Sun 20 Dec 2026$/],
    [{ from: 'someday' }, /^from: /],
    [{ dropOff: 'atlantis' }, /no depot matches "atlantis"/],
  ])('ends before the first question with %j', async (options, message) => {
    const ended = runWizard([], { options });
    await expect(ended).rejects.toThrow(message);
    await expect(ended).rejects.toThrow(UsageError);
  });

  it('asks for the drop-off date if that of the flag is before the pick-up date that was chosen', async () => {
    const script: Scripted[] = [...dates('20 dec', '+7d'), ['Vehicle', 'Jucy'], done];
    const { output, plan } = await runWizard(script, { options: { ...depotsAndExtras, to: '19 dec' } });
    expect(output).toContain('Sat 19 Dec 2026 is before the pick-up date, Sun 20 Dec 2026.');
    expect(plan.dropOffDate).toBe('2026-12-27');
  });

  it('chooses for "cheapest" the lowest daily rate, then the first name', async () => {
    const { plan } = await runWizard([done], { options: { ...given, vehicle: 'cheapest' } });
    expect(plan.vehicle.name).toBe('Alpine');
  });

  it('asks for the values of flags when the user changes them', async () => {
    const depotChange: Scripted[] = [next('Change depots'), ['Pick-up depot', 'queen'], ['Drop-off depot', '']];
    const script: Scripted[] = [['Vehicle', 'Jucy'], ...depotChange, next('Change dates'), ...dates('', '+9d'), done];
    expect((await runWizard(script, { options: given })).plan).toMatchObject({
      ...{ pickUp: { id: 2 }, dropOff: { id: 2 } },
      ...{ pickUpDate: '2026-12-20', dropOffDate: '2026-12-29' },
    });
  });

  it('asks for the vehicle and the extras that the service does not have', async () => {
    const options = { ...given, vehicle: '99', accessory: ['piano'], insurance: 'piano' };
    const { output, plan } = await runWizard([...rest, done], { options });
    expect(output).toContain('Vehicle 99 is not available');
    expect(output).toMatch(/No accessory matches "piano"/);
    expect(output).toMatch(/No insurance plan matches "piano"/);
    expect(plan).toMatchObject({ vehicle: { vehicleId: 11 }, accessories: [{ id: 1 }], insurance: { id: 8 } });
  });

  it('does not choose the vehicle of the flag again when it is sold out', async () => {
    const { to: _, ...options } = { ...given, vehicle: 'hiace' };
    const service = soldOutIf(({ vehicleId }) => vehicleId === 11);
    const { plan } = await runWizard([['Drop-off date', '+7d'], ['Vehicle', ''], done], { options, service });
    expect(plan.vehicle.vehicleId).not.toBe(11);
  });

  it('reports no error if a later vehicle does not have the extras of the flags', async () => {
    const service: Service = { accessories: async (id) => (id === 12 ? [] : [{ id: 1, name: 'Chair', price: 5 }]) };
    const script: Scripted[] = [['Vehicle', 'Hiace'], next('Change vehicle'), ['Vehicle', 'Jucy'], done];
    const { output } = await runWizard(script, { options: given, service });
    expect(output).toContain('Chair is not offered with this vehicle');
    expect(output).not.toContain('No accessory matches');
  });
});
