/** Contexts in which a command plans with other sessions than those that the command line names. */
import type { Context } from '../../cli/context.ts';
import { once } from '../../operators/once.ts';
import type { OpenSession } from '../../operators/session.ts';
import {
  configuredOperator,
  nameOfAddress,
  sandboxName,
  sandboxOperator,
  sandboxVariants,
} from '../../operators/operator.ts';
import type { Named } from '../../planner/names.ts';
import type { Operator, Session } from '../../planner/session.ts';
import { recordSession, type OperatorRecord, type SavedOperator } from '../../trips/record.ts';
import { operatorOf, replaySession } from '../../trips/replay.ts';
import type { TripRecord } from '../../trips/saved.ts';

/** The same context, and what was answered through its sessions. */
export function recordingContext(
  context: Context,
  before?: (session: Session) => Promise<void>,
): { readonly context: Context; record(): TripRecord } {
  const records: (() => OperatorRecord)[] = [];
  const wrap = (session: OpenSession): OpenSession => {
    const recording = recordSession(session, before && (() => before(session)));
    records.push(recording.record);
    return recording.session;
  };
  const session = once(async () => wrap(await context.session()));
  const sessions = once(async () => (await context.sessions()).map(wrap));
  return { context: { ...context, session, sessions }, record: () => records.map((record) => record()) };
}

/** Answers from a record alone; what the answer was said to mean then is not said again. */
export function replayContext(record: TripRecord, context: Context): Context {
  const sessions = record.map((one) => replaySession(one, () => context.io.now()));
  // The commands that save use no more of a session.
  const quiet = quietContext(sessions as unknown as readonly OpenSession[], context);
  return { ...quiet, progress: { ...quiet.progress, meter: () => {} } };
}

/** Nothing but the result is printed, and nothing is asked. */
export function quietContext(sessions: readonly OpenSession[], context: Context): Context {
  return {
    ...context,
    canPrompt: false,
    session: async () => sessions[0] as OpenSession,
    sessions: async () => sessions,
    operators: () => ({ operators: sessions.map(({ operator }) => operator), areNamed: true, notes: [] }),
    note: () => {},
    warn: () => {},
    progress: { ...context.progress, note: () => {} },
  };
}

/** Sessions to the operators of a trip. Nothing that is stored counts, but vehicles that it knows are known. */
export async function openSaved(
  saved: readonly SavedOperator[],
  context: Context,
  known: TripRecord = [],
): Promise<readonly OpenSession[]> {
  return Promise.all(
    saved.map(async (operator, place) => {
      const rules = { isNamed: saved.length > 1, refresh: true };
      const session = await context.sessionWith(chosenOf(operator, context), rules);
      return knowing(session, known[place]);
    }),
  );
}

/** As it is configured now, if it is. */
function chosenOf(saved: SavedOperator, { config }: Context): Operator {
  const { name, baseUrl } = saved;
  if (saved.sandbox) return sandboxOperator(sandboxVariants.find((variant) => sandboxName(variant) === name) ?? 'a');
  const configured = nameOfAddress(new URL(baseUrl), config);
  return configured === undefined ? operatorOf(saved) : configuredOperator(configured, config);
}

/** A vehicle that was available when the trip was saved exists, so its name is not a mistake when it is sold out. */
function knowing<S extends Session>(session: S, record: OperatorRecord | undefined): S {
  const vehicles = (record?.answers ?? []).flatMap(([key, end]) => {
    return key.startsWith('/vehicles/availability') && 'value' in end ? (end.value as readonly Named[]) : [];
  });
  const named = vehicles.map((one) => ({ id: (one as unknown as { vehicleId: number }).vehicleId, name: one.name }));
  const seenVehicles = async (): Promise<readonly Named[]> => {
    const all = [...named, ...(record?.seen ?? []), ...(await session.seenVehicles())];
    return [...new Map(all.map((one) => [`${one.id} ${one.name}`, one])).values()];
  };
  return { ...session, seenVehicles };
}
