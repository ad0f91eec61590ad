/** The operator of a saved trip: how it is saved, and how it is configured now. */
import { isSameSite } from '../base/addresses.ts';
import { formatRateLimit } from '../operators/fields.ts';
import {
  configuredOperator,
  nameOfAddress,
  unconfiguredOperator,
  sandboxOperator,
  sandboxVariantOf,
  type Config,
} from '../operators/operator.ts';
import type { Operator, Session } from '../planner/session.ts';
import type { SavedOperator } from './saved-trip.ts';

export function toSavedOperator(
  { operator, depots }: Pick<Session, 'operator' | 'depots'>,
  depotIds: readonly number[],
): SavedOperator {
  const { name, baseUrl, siteUrl, siteIsAssumed, timeZone, limit, sandbox } = operator;
  return {
    name,
    baseUrl: baseUrl.href,
    siteUrl: siteIsAssumed ? undefined : siteUrl.href,
    timeZone,
    rateLimit: formatRateLimit(limit),
    sandbox,
    depots: depots.known().filter(({ id }) => depotIds.includes(id)),
  };
}

/** Throws ConfigError. */
export function fromSavedOperator({
  name,
  baseUrl,
  siteUrl,
  rateLimit,
  timeZone,
  sandbox,
}: SavedOperator): Operator {
  return { ...unconfiguredOperator(baseUrl, { siteUrl, rateLimit }), name, timeZone, sandbox };
}

/**
 * The operator as it is configured now, also if its address on its site has changed. It keeps its
 * saved name, which the offers of the saved document have.
 */
export function currentOperator(saved: SavedOperator, config: Config): Operator {
  const { name, sandbox } = saved;
  if (sandbox) return sandboxOperator(sandboxVariantOf(name) ?? 'a');
  const operator = fromSavedOperator(saved);
  const currentName =
    nameOfAddress(operator.baseUrl, config) ?? (hasMoved(operator, config) ? name : undefined);
  return currentName === undefined
    ? operator
    : { ...configuredOperator(currentName, config), name };
}

/** Whether the configuration has another address of the same site under this name. */
function hasMoved({ name, baseUrl }: Operator, config: Config): boolean {
  if (!Object.hasOwn(config.operators, name)) return false;
  return isSameSite(baseUrl, configuredOperator(name, config).baseUrl);
}
