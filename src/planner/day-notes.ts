/** The warnings about days as lines: one for all that are alike. */
import { groupBy } from '../base/group-by.ts';
import { closedWarning, manyDepotsWarning, timesWarning } from './day-warning-words.ts';
import { isTimeFinding, type DayWarning } from './day-warnings.ts';
import { datesInWords } from './depot-times.ts';
import { itemsInWords } from './names.ts';

/** More depots are listed on one line. */
const maxDepotLines = 2;

/** Lines for the warnings of one operator: one for each depot, or one for many depots. */
function warningLines(warnings: readonly DayWarning[]): string[] {
  const alike = groupBy(warnings, ({ purpose, kind = 'closed' }) => `${kind} ${purpose}`);
  return [...alike.values()].flatMap((list) => {
    const depots = [...groupBy(list, ({ depotId }) => depotId).values()];
    if (depots.length <= maxDepotLines) return depots.map(depotNote);
    const [{ purpose, kind }] = list;
    const which = itemsInWords(
      depots.map(([{ depotId, depot }]) => ({ id: depotId, name: depot })),
    );
    const count = `${depots.length} depots`;
    const days = [...new Set(list.map(({ date }) => date))];
    const when = days.length === 1 ? `on ${datesInWords(days)}` : 'on some days';
    if (kind === undefined) return `${count} list no ${purpose} times ${when}: ${which}`;
    return `${manyDepotsWarning(list.filter(isTimeFinding), { count, purpose, when })}: ${which}`;
  });
}

function depotNote(group: readonly [DayWarning, ...DayWarning[]]): string {
  const [{ depot: label, purpose, wanted }] = group;
  const days = group.map(({ date }) => date).sort();
  const nearest = [...new Set(group.flatMap((day) => day.nearest))].sort();
  const findings = group.filter(isTimeFinding);
  if (findings.length > 0) return timesWarning(findings, { label, purpose, days, nearest });
  return closedWarning({ label, purpose, days, nearest }, wanted);
}

/** Lines for the warnings of several operators. */
export function operatorLines(
  warnings: readonly (DayWarning & { readonly operator: string })[],
  { showsOperator }: { readonly showsOperator: boolean },
): string[] {
  const byOperator = groupBy(warnings, ({ operator }) => operator);
  return [...byOperator].flatMap(([operator, list]) =>
    warningLines(list).map((text) => (showsOperator ? `${operator}: ${text}` : text)),
  );
}
