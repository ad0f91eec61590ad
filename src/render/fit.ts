/** Column widths for a table of a given width. */

export interface Demand {
  /** What the widest cell and the header take. */
  readonly natural: number;
  /** Not narrower than this; `natural` for what must not be cut: amounts, and addresses that cannot be clicked. */
  readonly least: number;
  /** Gives way before the others do. */
  readonly first?: boolean;
}

/** Widths that add up to at most `room`, the widest columns giving way first; undefined where it cannot be done. */
export function fitColumns(demands: readonly Demand[], room: number): number[] | undefined {
  const widths = demands.map(({ natural }) => natural);
  let excess = widths.reduce((sum, width) => sum + width, 0) - room;
  for (const first of [true, false]) {
    for (; excess > 0; excess--) {
      const widest = widestAbove(demands, widths, first);
      if (widest === undefined) break;
      widths[widest] = (widths[widest] ?? 0) - 1;
    }
  }
  return excess > 0 ? undefined : widths;
}

function widestAbove(demands: readonly Demand[], widths: readonly number[], first: boolean): number | undefined {
  let found: number | undefined;
  for (const [index, demand] of demands.entries()) {
    const width = widths[index] ?? 0;
    if ((demand.first === true) !== first || width <= demand.least) continue;
    if (found === undefined || width > (widths[found] ?? 0)) found = index;
  }
  return found;
}
