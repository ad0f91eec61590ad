import { depotsSchema } from '../../api/schemas.ts';
import { isRecord } from '../answer.ts';
import type { Check, Finding } from '../check.ts';
import { fieldFindings, fieldOfEach, type Field } from '../shape.ts';
import { show } from '../show.ts';
import { listedChecks, ofEntries, type Listed } from './listed.ts';

const depots: Listed = {
  group: 'depots',
  things: 'depots',
  endpointSection: 'Endpoints: GET /depots',
  section: 'Resources: Depot',
  schema: depotsSchema,
  idKey: 'id',
  empty: 'fail',
  answer: (service) => service.api('/depots'),
};

const knownDays: readonly unknown[] = ['weekday', 'weekend'];

export const depotChecks: readonly Check[] = [
  ...listedChecks(depots),
  {
    id: 'depots-times',
    group: 'depots',
    section: depots.section,
    title: 'times are HH:MM of a 24-hour day',
    run: (service) =>
      ofEntries(depots, service, (answer, list) =>
        fieldFindings(answer, timeFields(list, 'time'), 'HH:MM', (value) =>
          /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(String(value)),
        ),
      ),
  },
  {
    id: 'depots-days',
    group: 'depots',
    section: depots.section,
    title: 'day categories beyond weekday and weekend are told',
    run: (service) =>
      ofEntries(depots, service, (_, list): Finding[] => {
        const days = new Set(timeFields(list, 'day').map(({ value }) => value));
        const others = [...days].filter((day) => !knownDays.includes(day));
        if (others.length === 0) return [];
        const shown = others.slice(0, 5).map(show).join(', ');
        const got = others.length > 5 ? `${shown} and ${others.length - 5} more` : shown;
        return [{ severity: 'note', expected: '"weekday" or "weekend"; others are possible', got }];
      }),
  },
];

/** `time` or `day` of every entry of both lists, where it is a string. */
function timeFields(list: readonly unknown[], key: 'time' | 'day'): Field[] {
  return list.flatMap((depot, index) =>
    ['pickup_times', 'drop_off_times'].flatMap((times) => {
      const entries: unknown = isRecord(depot) ? depot[times] : undefined;
      return fieldOfEach(Array.isArray(entries) ? entries : [], key)
        .filter(({ value }) => typeof value === 'string')
        .map(({ path, value }) => ({ path: `[${index}].${times}${path}`, value }));
    }),
  );
}
