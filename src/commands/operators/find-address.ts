/**
 * Asks for the service at an address that a person has, for a new operator or one that gets another
 * address.
 */
import { baseText } from '../../api/base-address.ts';
import { originOf, urlOf } from '../../base/addresses.ts';
import { formatDuration } from '../../base/durations.ts';
import { InterruptedError, NetworkError, RentalError } from '../../base/errors.ts';
import type { FieldText } from '../../base/field-text.ts';
import { joinWords, plural } from '../../base/words.ts';
import type { Context } from '../../cli/context.ts';
import { findService, readAddress, type FoundService } from '../../operators/find-service.ts';
import { unconfiguredOperator, type Config, type OperatorEntry } from '../../operators/operator.ts';
import type { Operator } from '../../planner/session.ts';

/**
 * The configured operator at the same host, because services count requests by host: `name` itself,
 * or another one.
 */
export function entryAtHost(baseUrl: URL, { operators }: Config, name: string) {
  const isAt = (entry: OperatorEntry): boolean => {
    const url = urlOf(entry.baseUrl);
    return url !== undefined && originOf(url) === originOf(baseUrl);
  };
  const atHost = Object.entries(operators)
    .filter(([, entry]) => isAt(entry))
    .map(([operator, entry]) => ({ name: operator, entry }));
  return atHost.find((operator) => operator.name === name) ?? atHost[0];
}

interface NewAddress extends Pick<Operator, 'name' | 'timeZone' | 'budgetUrl'> {
  /** As it was written. */
  readonly given: string;
  /** How errors name what holds it: `<base-url>`. */
  readonly field?: FieldText;
  /** As it was written; default: that of an entry at the same host. */
  readonly rateLimit?: string | undefined;
}

/**
 * Resolves with the base address at which the service answered, and says which one that is, and
 * why. Throws what `findService` throws, and ConfigError for a wrong address or limit.
 */
export async function findAddress(address: NewAddress, context: Context): Promise<string> {
  const { name, timeZone, given, field, rateLimit } = address;
  const { io, signal, progress, settings, sources } = context;
  const { baseUrl, reasons } = readAddress(given, field);
  const openAt = (url: URL) => {
    const operator = unconfiguredOperator(baseText(url), { rateLimit });
    const sameHost = entryAtHost(url, sources.config, name)?.entry;
    // If `rateLimit` is given, the operator already has it.
    const savedLimit = rateLimit === undefined ? sameHost?.limit : undefined;
    return context.openSession({
      ...operator,
      name,
      timeZone,
      limit: savedLimit ?? operator.limit,
      budgetUrl: sameHost?.budgetUrl ?? address.budgetUrl,
    });
  };
  const { retries, maxWait } = settings;
  const policy = {
    machine: io,
    signal,
    onEvent: progress.onEvent,
    retries,
    maxWaitMs: () => maxWait,
  };
  try {
    const found = await findService(baseUrl, { openAt, policy });
    return await reportFound(found, reasons, context);
  } catch (error) {
    if (!(error instanceof RentalError) || error instanceof InterruptedError) throw error;
    // A wrong guess of http or https can be why nothing answers.
    if (error instanceof NetworkError && reasons.length > 0) error.alsoTry(reasons.join('; '));
    throw error.alsoTry('nothing was saved; --no-check saves a full base address without a check');
  }
}

async function reportFound(
  { session, depots, otherAnswers }: FoundService,
  reasons: readonly string[],
  context: Context,
): Promise<string> {
  const { limit, windowMs } = await session.readBudget();
  const address = baseText(session.operator.baseUrl);
  if (depots.length === 0)
    context.warn(`${address}/depots lists no depots: nothing can be rented there now`);
  else
    context.note(
      `found ${plural(depots.length, 'depot')}; the limit is ${limit} requests in ${formatDuration(windowMs)}`,
    );
  const why = [...reasons, ...otherAnswers];
  if (why.length > 0) context.note(`using ${address}, because ${joinWords(why)}`);
  return address;
}
