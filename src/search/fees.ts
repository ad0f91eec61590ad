/** The fees that the quotes of one operator have shown, by length. Pure. */
import { groupBy } from '../base/group-by.ts';
import { quantile, type Range } from './quantile.ts';

interface FeeSample {
  readonly pair: string;
  readonly vehicle: string;
  readonly nights: number;
  readonly routeFee: number;
  readonly extrasFee: number;
}

interface FeeRule {
  /** What the fees are grouped by. */
  readonly by: 'pair' | 'vehicle';
  readonly fee: 'routeFee' | 'extrasFee';
  /** The fee may grow with the length. */
  readonly grows: boolean;
}

/**
 * Returns a function that finds the fees of a pair or a vehicle, and a length. Without a length, or
 * for one that was not quoted, they are those of all lengths. If they grow with the length, a
 * shorter trip is taken to cost less in proportion, a longer one as much.
 */
export function feesBy(samples: readonly FeeSample[], { by, fee, grows }: FeeRule) {
  const groups = groupBy(samples, (sample) => sample[by]);
  const cells = groupBy(samples, (sample): string => `${sample.nights} ${sample[by]}`);
  const known = new Map<string, Range>();
  return (key: string, nights?: number): Range => {
    const cellKey = `${nights} ${key}`;
    const range = known.get(cellKey) ?? rangeOf(cellKey, key, nights);
    known.set(cellKey, range);
    return range;
  };

  function rangeOf(cellKey: string, key: string, nights = Number.POSITIVE_INFINITY): Range {
    const cell = cells.get(cellKey)?.map((sample) => sample[fee]);
    if (cell !== undefined) return { middle: quantile(cell, 0.5) ?? 0, low: Math.min(...cell) };
    const group = groups.get(key) ?? [];
    const fees = group.map((sample) => {
      return sample[fee] * (grows && sample.nights > 0 ? Math.min(1, nights / sample.nights) : 1);
    });
    if (fees.length === 0) return { middle: 0, low: 0 };
    return { middle: quantile(fees, 0.5) ?? 0, low: Math.min(...fees) };
  }
}
