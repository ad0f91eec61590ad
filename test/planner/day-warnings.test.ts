import { expect, it } from 'vitest';
import type { CalendarDate } from '../../src/shape.ts';
import type { Depot } from '../../src/api/types.ts';
import { dayWarningsOf } from '../../src/planner/day-warnings.ts';

const saturday = '2026-11-21';
const friday = '2026-11-20';

function depot(
  id: number,
  name: string,
  pickUpDays: readonly string[],
  dropOffDays = pickUpDays,
): Depot {
  const times = (days: readonly string[]) => days.map((day) => ({ day, time: '09:00' }));
  return {
    id,
    name,
    opening_hours_description: '',
    pickup_times: times(pickUpDays),
    drop_off_times: times(dropOffDays),
  };
}

function closed(
  depots: readonly Depot[],
  pickUpDate: CalendarDate,
  dropOffDate: CalendarDate,
  today = '2026-11-01',
) {
  const trip = { pickUpDepotId: 1, dropOffDepotId: 1, pickUpDate, dropOffDate };
  return dayWarningsOf([trip], depots, { today: () => today as CalendarDate });
}

it('a closed day is named with the nearest open days, of which none is in the past', () => {
  const [day] = closed(
    [depot(1, 'Taupō', ['weekday', 'weekend'], [' Weekday '])],
    '2026-11-14',
    saturday,
  );
  expect(day).toMatchObject({ purpose: 'drop-off', nearest: [friday, '2026-11-23'] });
  expect(day?.message).toContain('nearest with times: Fri 20 Nov 2026 and Mon 23 Nov 2026');
  const [pastDays] = closed([depot(1, 'Taupō', ['weekday'])], saturday, '2026-11-27', saturday);
  expect(pastDays?.nearest).toEqual(['2026-11-23']);
});

it('a kind of day that is listed only for pick-ups may be the day of a drop-off', () => {
  const trip = {
    pickUpDepotId: 1,
    dropOffDepotId: 1,
    pickUpDate: '2026-12-18',
    dropOffDate: '2026-12-25',
  } as const;
  const warningsAt = (...dropOffDays: string[]) =>
    dayWarningsOf([trip], [depot(1, 'Nelson', ['weekday', 'public-holiday'], dropOffDays)], {
      today: () => '2026-12-01',
      wantedTimes: { dropOffBy: '16:00' },
    });
  expect(warningsAt('weekday')).toMatchObject([
    {
      kind: 'depends',
      unless: 'a public holiday',
      message:
        'Nelson lists no drop-off time by 16:00 on Fri 25 Dec 2026 if that is a public holiday',
    },
  ]);
  expect(warningsAt('weekday', 'public-holiday')).toEqual([]);
});

it('a nearest drop-off day is never before the pick-up', () => {
  const depots = [depot(1, 'Taupō', ['weekday', 'weekend'], ['weekday'])];
  const nearest = (...args: [CalendarDate, CalendarDate]) => closed(depots, ...args)[0]?.nearest;
  expect(nearest(friday, saturday)).toEqual([friday, '2026-11-23']);
  expect(nearest(saturday, saturday)).toEqual(['2026-11-23']);
  expect(nearest(saturday, '2026-11-22')).toEqual(['2026-11-23']);
  // Trips of several starts share the day.
  const starts: readonly CalendarDate[] = [friday, saturday];
  const trips = starts.map((pickUpDate) => {
    return { pickUpDepotId: 1, dropOffDepotId: 1, pickUpDate, dropOffDate: saturday } as const;
  });
  const shared = dayWarningsOf(trips, depots, { today: () => friday });
  expect(shared.map((one) => one.nearest)).toEqual([['2026-11-23']]);
});

it('closed days are found once for many trips, and the label tells depots of one name apart', () => {
  const trips = [friday, saturday, saturday].map((pickUpDate) => {
    return {
      pickUpDepotId: 1,
      dropOffDepotId: 2,
      pickUpDate: pickUpDate as CalendarDate,
      dropOffDate: '2026-11-27' as const,
    };
  });
  const found = dayWarningsOf(trips, [depot(1, 'A', ['weekday']), depot(2, 'A', ['weekday'])], {
    today: () => friday,
  });
  expect(found.map((one) => [one.depot, one.date])).toEqual([['A (1)', saturday]]);
});
