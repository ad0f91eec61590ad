/** The trips of a comparison at each operator: its depots are looked up where texts need them. */
import type { RentalDates } from '../api/types.ts';
import { isFailedRequest, UsageError } from '../base/errors.ts';
import { fieldText, type FieldText } from '../base/field-text.ts';
import type { Session } from '../planner/session.ts';
import {
  hasExtras,
  textsByOperator,
  vehicleIds,
  type OperatorTexts,
} from '../resolve/by-operator.ts';
import { needsDepots, resolveDepots, takesPart } from '../resolve/compared-depots.ts';
import { neededLists } from '../resolve/compared-extras.ts';
import { countVehicles } from '../resolve/compared-vehicles.ts';
import type { CompareFailure } from './engine/outcome.ts';
import type { PlannedOperator } from './engine/plan.ts';
import type { CompareRequest } from './request/request.ts';
import { tripsOf } from './request/trips.ts';

interface FindParts {
  readonly dates: readonly RentalDates[];
  readonly note: (text: FieldText) => void;
  /** Called before each request, which is not sent if it throws. */
  readonly spend: () => void;
}

export interface FoundTrips {
  readonly operators: readonly (PlannedOperator & { readonly texts: OperatorTexts })[];
  /** Operators whose depots could not be looked up; the others continue. */
  readonly failures: readonly CompareFailure[];
}

/**
 * The trips of each operator that takes part. Throws UsageError if none does, and what the service
 * throws if there is only one operator.
 */
export async function findTrips(
  request: CompareRequest,
  sessions: readonly Session[],
  { dates, note, spend }: FindParts,
): Promise<FoundTrips> {
  const isOnly = sessions.length === 1;
  const leaveOut = (operator: string): void =>
    note(`${operator} is left out: it has none of the requested depots or vehicles`);
  const names = sessions.map(({ operator }) => operator.name);
  const divided = textsByOperator(request, names);
  if (request.quoteMode.how === 'none' && divided.some(hasExtras))
    throw new UsageError(fieldText('{quote} none does not price extras'), {
      hint: 'leave one of them out',
    });
  const { listed, failures } = await listDepots(divided, sessions, leaveOut);
  const resolved = resolveDepots(listed, { isOnly, isEachListed: failures.length === 0, note });
  const finding = resolved.map(async ({ session, texts, allowance, choice }) => {
    const trips = tripsOf(choice, dates);
    // After this the depots of a stored list are known, for warnings of closed days and for names.
    // Nothing is sent for them.
    await session.depots.stored();
    if (trips.length === 0) {
      leaveOut(texts.operator);
      return undefined;
    }
    const answers = await session.answers(spend);
    const ids = vehicleIds(texts)?.size;
    return {
      session,
      answers,
      depots: choice,
      trips,
      allowance,
      texts,
      vehicles: ids ?? countVehicles(texts, await session.seenVehicles()),
      hasExactVehicles: ids !== undefined,
      extraLists: neededLists(texts).length,
    };
  });
  const found = (await Promise.all(finding)).filter((operator) => operator !== undefined);
  if (found.length + failures.length > 0) return { operators: found, failures };
  throw new UsageError('none of these operators has the requested depots and vehicles', {
    hint: fieldText("{list:depots} lists an operator's depots"),
  });
}

/**
 * Requests the depots of each operator whose texts need them. All are requested at once, so that
 * one that does not answer does not keep the others waiting.
 */
async function listDepots(
  divided: readonly OperatorTexts[],
  sessions: readonly Session[],
  leaveOut: (operator: string) => void,
) {
  const failures: CompareFailure[] = [];
  const textsOf = new Map(divided.map((texts) => [texts.operator, texts]));
  const listed = sessions.map(async (session) => {
    const operator = session.operator.name;
    const texts = textsOf.get(operator)!;
    if (!takesPart(texts)) {
      leaveOut(operator);
      return undefined;
    }
    const allowance = session.allowance();
    try {
      const depots = needsDepots(texts) ? await session.depots.list() : [];
      return { session, texts, depots, allowance };
    } catch (error) {
      if (sessions.length === 1 || !isFailedRequest(error)) throw error;
      failures.push({ operator, step: 'depots', error, unasked: 0 });
      return undefined;
    }
  });
  return {
    listed: (await Promise.all(listed)).filter((operator) => operator !== undefined),
    failures,
  };
}
