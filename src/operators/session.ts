/** Opens a session to an operator. Everything costly is made when it is first used. */
import type { Client } from '../api/client.ts';
import type { Depot } from '../api/types.ts';
import { readBudget, unusedBudget, type BudgetStatus } from '../http/rate-limit/index.ts';
import { todayIn } from '../planner/calendar.ts';
import type { DepotDirectory, Operator, Session } from '../planner/session.ts';
import {
  accountOf,
  budgetServerOf,
  readBudgets,
  type BudgetChoice,
  type OperatorBudget,
} from './budgets.ts';
import { cachePath, type CacheKind } from './cache-path.ts';
import { createChargedDays } from './charged-days.ts';
import { type Env } from '../base/files.ts';
import type { Connection, ConnectOptions } from './connect.ts';
import { createDepotLists, createSeenVehicles } from './directory.ts';
import { memoize } from '../base/memoize.ts';
import { sessionClient, type SessionClientOptions } from './session-client.ts';
import { openStore, type AnswerStore, type StoreOptions } from './store.ts';

export interface SessionOptions
  extends Omit<ConnectOptions, 'server'>, Pick<SessionClientOptions, 'onCall'> {
  /** Asks the service even if its answer is stored. */
  readonly refresh: boolean;
  /** Lists of earlier runs do not count, quotes do. Default: false. */
  readonly freshLists?: boolean;
  readonly budgetChoice: BudgetChoice;
  readonly onClose?: (session: OpenSession) => void;
}

/** After an interruption, answers under way can still arrive and be stored. */
const answersGraceMs = 2000;

const fullDisk =
  'the disk is full: answers are not stored, so an interrupted comparison starts from the beginning';

export interface OpenSession extends Session {
  /** For requests without retries. */
  connection(): Promise<Connection>;
  /** Asks the server on which machines share the budget, if there is one. */
  readBudget(): Promise<OperatorBudget>;
  /** For a list that the service gave to another client. */
  keepDepots(depots: readonly Depot[]): void;
  /** For one of several tasks, which share all but the requests that `signal` ends. */
  during(signal: AbortSignal): OpenSession;
  close(): Promise<void>;
}

/** Throws ConfigError for a wrong address of a server. */
export function openSession(options: SessionOptions): OpenSession {
  const { operator, machine, signal, refresh, freshLists = false, onClose } = options;
  const budgeted = connectOnce(options);
  const { connection } = budgeted;
  const now = (): number => machine.now();
  const notify = (message: string): void => options.onEvent({ type: 'notice', message });
  const openStored = storeOpener(operator, machine.env);
  const storeOptions = {
    store: () => openStored('names', { now }),
    now,
    refresh,
    freshLists,
    notify,
  };
  const depotLists = createDepotLists(storeOptions, () => client.depots());
  const vehicles = createSeenVehicles(storeOptions, operator);
  const isProven = async (): Promise<boolean> =>
    operator.sandbox || (await depotLists.isServiceProven());
  const { onCall } = options;
  const parts = { connection, onCall, isProven, depotLists, vehicles };
  const client = sessionClient(parts, signal);
  // A comparison gets quotes only of vehicles that the service has listed.
  const compareParts = { ...parts, isProven: async () => true };
  const answersStore = () =>
    openStored('answers', { now, refresh, onFullDisk: () => notify(fullDisk) });
  const shared = {
    ...operatorState(options, budgeted),
    seenVehicles: async () => vehicles.list(),
    everSeenVehicles: vehicles.ever,
    chargedDays: createChargedDays(storeOptions),
    keepDepots: depotLists.keep,
    close: async (): Promise<void> => {
      // It may still be opening.
      await (await connection.begun())?.close();
      onClose?.(session);
    },
  };
  const sessionFor = (
    ending: AbortSignal,
    service: Client,
    depots: Omit<DepotDirectory, 'isStored'>,
  ): OpenSession => ({
    ...shared,
    service,
    depots: { ...depots, isStored: !operator.sandbox && !refresh },
    answers: async (allowSend) => {
      const { openCompareAnswers } = await import('./compare-answers.ts');
      const compareClient = sessionClient(compareParts, ending, answersGraceMs);
      return openCompareAnswers(compareClient, answersStore(), { now, allowSend, freshLists });
    },
    during: (taskEnding) => {
      const taskDepots = depotLists.during(taskEnding);
      const taskClient = { ...sessionClient(parts, taskEnding), depots: taskDepots.fresh };
      return sessionFor(taskEnding, taskClient, taskDepots);
    },
  });
  const session = sessionFor(signal, client, depotLists.during(signal));
  return session;
}

/** The operator, its clock, and its connection with the request budget. */
function operatorState(
  options: SessionOptions,
  { connection, knownBudget }: ReturnType<typeof connectOnce>,
) {
  const { operator, machine, retries } = options;
  const now = (): number => machine.now();
  return {
    operator,
    now,
    today: () => todayIn(operator.timeZone, now()),
    allowance: () => {
      const { limit, windowMs, free } = knownBudget();
      return { limit, windowMs, free };
    },
    retries,
    pause: pauseWith(options),
    connection,
    readBudget: async (): Promise<OperatorBudget> => {
      if (operator.sandbox) return { operator: operator.name, ...knownBudget() };
      return (await readBudgets([operator], options.budgetChoice, machine))[0]!;
    },
  };
}

function connectOnce(options: SessionOptions) {
  const { operator, machine } = options;
  const server = budgetServerOf(operator, options.budgetChoice);
  let connected: Connection | undefined;
  const connection = memoize(async () => {
    const { connect } = await import('./connect.ts');
    return (connected = await connect({ ...options, server }));
  });
  return {
    connection,
    /** Without asking a server. */
    knownBudget: (): BudgetStatus => {
      const account = accountOf(operator, machine.env);
      // Before the first request, nothing is known of a sandbox's budget or one on a server.
      const isUnseen = operator.sandbox || server !== undefined;
      return (
        connected?.budgetStatus() ??
        (isUnseen ? unusedBudget(account, machine.now()) : readBudget(account, machine))
      );
    },
  };
}

function storeOpener({ sandbox, baseUrl }: Operator, env: Env) {
  const opened = new Map<CacheKind, AnswerStore>();
  return (kind: CacheKind, options: StoreOptions): AnswerStore => {
    // Each command has a new sandbox, so its answers are of no use to another process.
    const path = sandbox ? undefined : cachePath(env, kind, baseUrl);
    const store = opened.get(kind) ?? openStore(path, options);
    opened.set(kind, store);
    return store;
  };
}

function pauseWith({ machine, maxWaitMs, onEvent }: SessionOptions): Session['pause'] {
  return async (reason, ms, signal) => {
    if (ms > maxWaitMs) return false;
    onEvent({ type: 'wait', reason, until: machine.now() + ms });
    await machine.sleep(ms, signal).finally(() => onEvent({ type: 'wait-end' }));
    return true;
  };
}
