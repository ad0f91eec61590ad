/** Command lines that can be run again, as they are, on any day. */
import type { Selection } from '../../api/types.ts';
import { flagOf } from '../../cli/flags.ts';
import { formatRateLimit } from '../../operators/fields.ts';
import { defaultLimit, sandboxVariantOf, type OperatorOverrides } from '../../operators/operator.ts';
import type { Operator } from '../../planner/session.ts';
import type { SweepRequest } from '../../planner/sweep/request.ts';
import { quoteShell } from '../../base/shell-words.ts';

/**
 * The words of `rental plan …` that get the same quote without questions. Dates are absolute and everything is an id, so the line
 * means the same on any day. `operatorFlags` choose the operator: `['--sandbox']`.
 */
export function planLine(selection: Selection, operatorFlags: readonly string[]): string[] {
  const { pickUpDepotId: pickUp, dropOffDepotId: dropOff, vehicleId: vehicle, accessoryIds } = selection;
  const { pickUpDate: from, dropOffDate: to, insuranceId: insurance = 'none' } = selection;
  const accessory = accessoryIds.length === 0 ? {} : { accessory: accessoryIds.join(',') };
  const given = Object.entries({ pickUp, dropOff, from, to, vehicle, ...accessory, insurance });
  const words = given.flatMap(([field, value]) => [flagOf(field), String(value)]);
  return ['rental', 'plan', ...operatorFlags, ...words, '--no-input'];
}

type NamedOperator = Pick<Operator, 'name' | 'baseUrl' | 'sandbox'> &
  Partial<Pick<Operator, 'siteUrl' | 'siteIsAssumed' | 'limit'>>;

/**
 * The flags that choose these operators on any day, in the wizard and for saved trips: by their names, or by an address that no name has,
 * with its website and limit. `given`: what this run says of a named one.
 */
export function operatorWords(operators: readonly NamedOperator[], given: OperatorOverrides = {}): string[] {
  const [first] = operators;
  if (first?.sandbox === true) {
    const variants = operators.map(({ name }) => sandboxVariantOf(name) ?? 'a');
    return [variants.join() === 'a' ? '--sandbox' : `--sandbox=${variants.join(',')}`];
  }
  const isAddress = operators.length === 1 && first !== undefined && first.name === first.baseUrl.host;
  const { siteUrl, rateLimit } = isAddress ? ownWords(first) : given;
  return [
    ...(isAddress
      ? ['--base-url', first.baseUrl.href.replace(/\/+$/, '')]
      : ['--operator', operators.map(({ name }) => name).join(',')]),
    ...(siteUrl === undefined ? [] : ['--site-url', siteUrl]),
    ...(rateLimit === undefined ? [] : ['--rate-limit', rateLimit]),
  ];
}

/** What is not as usual. */
function ownWords({ siteUrl, siteIsAssumed, limit = defaultLimit }: NamedOperator): OperatorOverrides {
  const isUsual = limit.requests === defaultLimit.requests && limit.windowMs === defaultLimit.windowMs;
  return {
    siteUrl: siteIsAssumed === false ? siteUrl?.href : undefined,
    rateLimit: isUsual ? undefined : formatRateLimit(limit),
  };
}

/** What is asked; not how it is shown, or how many requests are allowed. */
const asked = ['pickUp', 'dropOff', 'from', 'flex', 'nights', 'to', 'vehicle'] as const;
const extras = ['accessory', 'insurance', 'quote'] as const;

/** `rental compare --operator lucky --pick-up 1 …`. */
export function compareLine(operators: readonly NamedOperator[], sweep: SweepRequest): string {
  const words = [...asked, ...extras].flatMap((name) => {
    const value = sweep[name];
    return (value === undefined ? [] : [value].flat()).flatMap((one) => [flagOf(name), String(one)]);
  });
  return quoteShell(['rental', 'compare', ...operatorWords(operators), ...words]);
}
