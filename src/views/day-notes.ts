/** The warnings about days as lines: one for all that are alike. */
import { groupBy } from '../base/group-by.ts';
import { joinWords } from '../base/words.ts';
import {
  closedWarning,
  datesInWords,
  timeInWords,
  timesWarning,
} from '../planner/day-warning-words.ts';
import { isTimeFinding, type DayWarning } from '../planner/day-warnings.ts';
import type { Purpose } from '../planner/depot-times.ts';
import { itemsInWords } from '../planner/names.ts';
import type { TimeFinding } from '../planner/time-findings.ts';

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

interface ManyDepots {
  /** `4 depots`. */
  readonly count: string;
  readonly purpose: Purpose;
  /** `on some days`. */
  readonly when: string;
}

/** The beginning of one warning for findings of the same kind at many depots. */
function manyDepotsWarning(
  findings: readonly TimeFinding[],
  { count, purpose, when }: ManyDepots,
): string {
  const { kind = 'unknown', wanted = '' } = findings[0] ?? {};
  const time = timeInWords(purpose, wanted);
  if (kind === 'unknown') return `it is not known whether ${count} have a ${time} ${when}`;
  if (kind === 'outside') return `${count} list no ${time} ${when}`;
  const unless = joinWords([...new Set(findings.flatMap((finding) => finding.unless ?? []))], 'or');
  return `${count} list no ${time} ${when} if the day is ${unless}`;
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
