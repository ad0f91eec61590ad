import type { CalendarDate } from '../../src/shape.ts';
import fc from '../support/property.ts';

/** All days from 0001-01-01 to 9999-12-31. */
export function dates(): fc.Arbitrary<CalendarDate> {
  return fc
    .date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T00:00:00Z'),
      noInvalidDate: true,
    })
    .map((date) => date.toISOString().slice(0, 10) as CalendarDate);
}
