/** Refuses a body that would cost more to check than any real answer is worth. */
import { ContractError } from '../errors.ts';

/** A thousand depots with forty times each stay well below it. */
const maxValues = 200_000;
const maxDepth = 64;

/**
 * Throws ContractError when `body` holds more than 200 000 values or is nested deeper than 64 levels: the checks after this
 * keep something for each problem they find, and writing JSON out again recurses.
 */
export function checkBounds(body: unknown, endpoint: string): void {
  let values = 0;
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) throw new ContractError(`${endpoint}: nested deeper than ${maxDepth} levels`);
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      const children: unknown[] = Object.values(value);
      values += children.length;
      if (values > maxValues) throw new ContractError(`${endpoint}: more than ${maxValues} values in one answer`);
      for (const child of children) next.push(child);
    }
    level = next;
  }
}
