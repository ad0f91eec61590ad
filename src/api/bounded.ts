/** Refuses a body that would cost more to check than any real answer is worth. */
import { ContractError } from '../errors.ts';

/** A thousand depots with forty times each stay well below it. */
const maxValues = 200_000;

/**
 * Throws ContractError when `body` holds more than 200 000 values: the check after this keeps a record of every problem it
 * finds, and the few megabytes of a body have room for millions. Its depth was bounded when it was parsed.
 */
export function checkBounds(body: unknown, endpoint: string): void {
  let values = 0;
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const children: unknown[] = Object.values(value);
    values += children.length;
    if (values > maxValues) throw new ContractError(`${endpoint}: more than ${maxValues} values in one answer`);
    children.forEach(visit);
  };
  visit(body);
}
