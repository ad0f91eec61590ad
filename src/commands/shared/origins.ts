/** Settings and where they are from, as a table and as records. */
import { flagOf, variableOf } from '../../cli/flags.ts';
import type { Origin } from '../../operators/origins.ts';
import type { Column, Result, Row } from '../../result.ts';

const columns: readonly Column[] = [
  { key: 'setting', header: 'SETTING' },
  { key: 'value', header: 'VALUE' },
  { key: 'source', header: 'FROM' },
  { key: 'place', header: 'PLACE' },
];

export function originsResult(origins: readonly Origin[]): Result {
  const rows = origins.map(rowOf);
  return { data: rows, columns, rows, view: [{ kind: 'table', columns, rows }] };
}

/** Settings have the names of their flags. */
function rowOf({ setting, value, source, place }: Origin): Row {
  return { setting: flagOf(setting).slice(2), value, source, place: placeName(source, place) };
}

function placeName(source: Origin['source'], place: string): string {
  if (source === 'flag') return flagOf(place);
  // Some variables are not ours.
  return source === 'variable' && /[a-z]/.test(place) ? variableOf(place) : place;
}
