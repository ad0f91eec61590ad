import { depotsSchema } from '../../api/schemas.ts';
import type { Check } from '../check.ts';
import { showValue } from '../display.ts';
import { rules } from '../interface-document.ts';
import { fieldFindings, fieldOfEach, type Field } from '../field-rules.ts';
import { ObstacleError } from '../finding.ts';
import { fieldOf } from '../responses.ts';
import { entryCheck, listChecks, type List } from './lists.ts';

const depots: List = {
  group: 'depots',
  entry: 'depot',
  noun: 'depots',
  schema: depotsSchema,
  idKey: 'id',
  request: (deployment) => deployment.api('/depots'),
  judgeEmpty: () => {
    throw new ObstacleError('nothing_available', 'the service lists no depot, so little could be checked');
  },
};

const knownDays: readonly unknown[] = ['weekday', 'weekend'];

export const depotChecks: readonly Check[] = [
  ...listChecks(depots),
  entryCheck(depots, 'times', rules.depotTimes, 'times are HH:MM of a 24-hour day', (exchange, list) =>
    fieldFindings(exchange, timeFields(list, 'time'), 'HH:MM', (value) =>
      /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(String(value)),
    ),
  ),
  entryCheck(depots, 'days', rules.depotDays, 'day categories other than weekday and weekend are listed', (_, list) => {
    const days = new Set(timeFields(list, 'day').map(({ value }) => value));
    const others = [...days].filter((day) => !knownDays.includes(day));
    if (others.length === 0) return [];
    const shown = others.slice(0, 5).map(showValue).join(', ');
    const got = others.length > 5 ? `${shown} and ${others.length - 5} more` : shown;
    return [{ severity: 'note', expected: '"weekday" or "weekend"; others are possible', got }];
  }),
];

/** `time` or `day` of each entry of both lists, if it is a string. */
function timeFields(list: readonly unknown[], key: 'time' | 'day'): Field[] {
  return list.flatMap((depot, index) =>
    ['pickup_times', 'drop_off_times'].flatMap((times) => {
      const entries = fieldOf(depot, times);
      return fieldOfEach(Array.isArray(entries) ? entries : [], key)
        .filter(({ value }) => typeof value === 'string')
        .map(({ path, value }) => ({ path: `[${index}].${times}${path}`, value }));
    }),
  );
}
