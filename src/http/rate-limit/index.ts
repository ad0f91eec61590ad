import { uptime } from 'node:os';
import type { Budget, Machine, OnEvent, Permit } from '../types.ts';
import type { Clock } from './clock.ts';
import { type Claim, type Desk, openDesk } from './desk.ts';
import { type Account, accountFolder } from './folder.ts';
import { codeOf, stateHome } from './home.ts';
import { type Ledger, folderLedger, memoryLedger, steadyLedger } from './ledger.ts';
import { Queue } from './queue.ts';
import { type Terms, makeTerms } from './terms.ts';
import { freshNames } from './view.ts';

export { type AccountTerms, type BudgetStatus, type ReportOptions, listBudgets, readBudget } from './report.ts';
export { type Reset, readReset } from './reset.ts';

export interface MemoryBudgetOptions extends Account {
  /** Requests a window; 100 by the interface (section Limits). */
  readonly limit?: number | undefined;
  /** 60 000 by the interface. */
  readonly windowMs?: number | undefined;
  /** Longest wait of one `acquire`, ms; 0 never waits. */
  readonly maxWaitMs: number;
  /** Longest that one attempt can take, ms. */
  readonly attemptTimeoutMs: number;
  readonly machine: Machine;
  readonly onEvent?: OnEvent | undefined;
  /** Ms since the machine started. */
  readonly uptime?: (() => number) | undefined;
}

export interface BudgetOptions extends MemoryBudgetOptions {
  /** In place of `RENTAL_STATE_DIR`. */
  readonly stateDir?: string | undefined;
}

/** The budget that all processes of this user share, in a folder; in memory, with a notice, where there is none to be had. */
export function createBudget(options: BudgetOptions): Budget {
  return lazily(options, (terms) => sharedLedger(options, terms));
}

/** A budget of this process alone: for an operator that nobody else can reach. */
export function memoryBudget(options: MemoryBudgetOptions): Budget {
  return lazily(options, ({ limit }) => memoryLedger(freshNames(limit)));
}

/** Opens nothing before the first request. */
function lazily(options: MemoryBudgetOptions, openLedger: (terms: Terms) => Ledger): Budget {
  const { limit = 100, windowMs = 60_000, machine, origin, maxWaitMs } = options;
  const terms = makeTerms(limit, windowMs, options.attemptTimeoutMs);
  const onEvent = options.onEvent ?? (() => undefined);
  let opened: { desk: Desk; queue: Queue } | undefined;

  function open() {
    const clock: Clock = { now: () => machine.now(), uptime: options.uptime ?? (() => uptime() * 1000) };
    const desk = openDesk(openLedger(terms), terms, clock, () => machine.random());
    return { desk, queue: new Queue({ desk, terms, origin, maxWaitMs, machine, onEvent }) };
  }

  return {
    async acquire(signal) {
      opened ??= open();
      const { desk, queue } = opened;
      return permit(await queue.join(signal), desk, queue);
    },
  };
}

function permit(claim: Claim, desk: Desk, queue: Queue): Permit {
  let open = true;
  function once(settle: () => void): void {
    if (!open) return;
    open = false;
    settle();
    queue.nudge();
  }
  return {
    answered: (answer) => once(() => desk.answered(claim, answer)),
    lost: () => once(() => desk.lost(claim)),
  };
}

function sharedLedger(options: BudgetOptions, terms: Terms): Ledger {
  const { limit } = terms;
  const notify = (message: string) => options.onEvent?.({ type: 'notice', message });
  const { folder: home, notice } = stateHome({ env: options.machine.env, stateDir: options.stateDir });
  if (notice !== undefined) notify(notice);
  if (home === undefined) return memoryLedger(freshNames(limit));
  const alone = (cause: unknown) =>
    notify(`the request budget in ${home} cannot be used (${codeOf(cause)}); it is not shared with other processes`);
  try {
    const folder = accountFolder(home, options, terms, options.machine.now());
    return steadyLedger(folderLedger(folder), alone);
  } catch (cause) {
    alone(cause);
    return memoryLedger(freshNames(limit));
  }
}
