/** Settings and where they are from, as a table and as records. */
import { flagOf, variableOf } from '../../cli/flags.ts';
import type { Origin } from '../../operators/origins.ts';
import { columnsOf } from '../../document.ts';
import { config } from '../../documents/operators.ts';
import { answer, type Result } from '../../result.ts';

export function originsResult(origins: readonly Origin[]): Result {
  const rows = origins.map(rowOf);
  return answer(config, { value: rows, view: [{ kind: 'table', columns: columnsOf(config), rows }] });
}

/** Settings have the names of their flags. */
function rowOf({ setting, value, source, place }: Origin) {
  return { setting: flagOf(setting).slice(2), value, source, place: placeName(source, place) };
}

function placeName(source: Origin['source'], place: string): string {
  if (source === 'flag') return flagOf(place);
  // Some variables are not ours.
  return source === 'variable' && /[a-z]/.test(place) ? variableOf(place) : place;
}
