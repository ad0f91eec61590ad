/** One operator's part of a sweep: its own ids for what was asked by name, and what it takes to ask it. */
import { UsageError } from '../../errors.ts';
import { readBudget } from '../../http/rate-limit/index.ts';
import { proxyFor } from '../../http/proxy.ts';
import type { Client } from '../../api/client.ts';
import type { Depot, Trip } from '../../api/types.ts';
import type { Operator } from '../../operators/operator.ts';
import { isId, resolve, search } from '../../planner/resolve.ts';
import { itemsFor, type Basket } from '../../planner/sweep/basket.ts';
import type { Wanted } from '../../planner/sweep/choose.ts';
import type { Allowance } from '../../planner/sweep/plan.ts';
import { depotPairs, tripsOf } from '../../planner/sweep/trips.ts';
import type { Context } from '../../cli/context.ts';
import type { Deployment } from '../../operators/deployment.ts';
import { depotName } from '../../cli/trip-flags.ts';
import type { Question } from './question.ts';
import { openQuoteStore, type QuoteStore } from './quotes.ts';

export interface Leg {
  readonly operator: Operator;
  readonly client: Client;
  readonly store: QuoteStore;
  readonly trips: readonly Trip[];
  readonly vehicles: Wanted;
  readonly basket: Basket;
  /** Requests that looking depots up took. */
  readonly depotRequests: number;
  /** The next run need not ask for the depots. */
  readonly depotsAreStored: boolean;
  /** As it was before the first request. */
  readonly allowance: Allowance;
  allowanceNow(): Allowance;
  /** Those that were looked up. */
  depots(): readonly Depot[];
  /** Its name where it was looked up, else its number. */
  depotName(id: number): string;
}

/** Throws UsageError where a depot is nobody's, or a name fits several of one operator's. */
export async function readLegs(
  question: Question,
  deployments: readonly Deployment[],
  context: Context,
): Promise<Leg[]> {
  const operators = await Promise.all(deployments.map((one) => one.operator()));
  const names = operators.map(({ name }) => name);
  refuseUnequalBaskets(question, names);
  const legs: Leg[] = [];
  for (const [index, deployment] of deployments.entries()) {
    const operator = operators[index] as Operator;
    const own = (items: readonly string[], flag: string) => itemsFor(operator.name, names, items, flag);
    const wanted = { pickUps: own(question.pickUps, '--pick-up'), dropOffs: own(question.dropOffs, '--drop-off') };
    // All vehicles that were named are another operator's.
    if (question.vehicles !== undefined && own(question.vehicles, '--vehicle').length === 0) continue;
    const allowanceNow = readAllowance(operator, context);
    const allowance = allowanceNow();
    const trips = await tripsAt(wanted, question, { deployment, isOnly: names.length === 1, context, operator });
    if (trips.length > 0)
      legs.push(await legOf({ deployment, operator, names, trips, allowance, allowanceNow }, question, context));
  }
  if (legs.length > 0) return legs;
  throw new UsageError('none of these operators has what was asked for', {
    hint: "rental depots lists an operator's depots",
  });
}

/** What was given as one operator's own must have its counterpart at each of the others, or the baskets are not the same. */
function refuseUnequalBaskets({ accessories, insurance }: Question, names: readonly string[]): void {
  const given = { '--accessory': accessories, '--insurance': insurance === undefined ? [] : [insurance] };
  for (const [flag, items] of Object.entries(given)) {
    const counts = names.map((name) => itemsFor(name, names, items, flag).length);
    if (new Set(counts).size < 2) continue;
    const each = names.map((name, index) => `${counts[index]} for ${name}`).join(', ');
    throw new UsageError(`${flag} gives each operator another basket: ${each}`, {
      hint: 'extras are matched by name: give names, or one for each operator',
    });
  }
}

interface LegParts {
  readonly deployment: Deployment;
  readonly operator: Operator;
  readonly names: readonly string[];
  readonly trips: readonly Trip[];
  readonly allowance: Allowance;
  readonly allowanceNow: () => Allowance;
}

async function legOf(parts: LegParts, question: Question, context: Context): Promise<Leg> {
  const { deployment, operator, names, trips, allowance, allowanceNow } = parts;
  const own = (items: readonly string[], flag: string) => itemsFor(operator.name, names, items, flag);
  const [insurance] = question.insurance === undefined ? [] : own([question.insurance], '--insurance');
  return {
    operator,
    client: await deployment.client(),
    store: await openQuoteStore(context, operator),
    trips,
    vehicles: question.vehicles && own(question.vehicles, '--vehicle'),
    basket: { accessories: own(question.accessories, '--accessory'), insurance },
    depotRequests: deployment.depotRequests(),
    depotsAreStored: !operator.sandbox && !context.settings.refresh,
    allowance,
    allowanceNow,
    depots: () => deployment.knownDepots(),
    depotName: (id) => depotName(id, deployment.knownDepots()),
  };
}

function readAllowance({ limit, baseUrl, sandbox }: Operator, { io }: Context): () => Allowance {
  const { requests, windowMs } = limit;
  // Its budget is in no folder, and nobody but this process uses it.
  if (sandbox) return () => ({ limit: requests, windowMs, free: requests });
  const account = { origin: baseUrl.origin, proxy: proxyFor(baseUrl, io.env)?.origin, limit: requests, windowMs };
  return () => {
    const { limit: most, free } = readBudget(account, { env: io.env, now: () => io.now() });
    return { limit: most, windowMs, free };
  };
}

interface DepotParts {
  readonly deployment: Deployment;
  readonly operator: Operator;
  readonly isOnly: boolean;
  readonly context: Context;
}

async function tripsAt(
  wanted: { readonly pickUps: readonly string[]; readonly dropOffs: readonly string[] },
  { dates }: Question,
  parts: DepotParts,
): Promise<Trip[]> {
  const pickUps = await depotIds(wanted.pickUps, parts);
  const isSame = (item: string): boolean => item.trim().toLowerCase() === 'same';
  const dropOffs = await depotIds(
    wanted.dropOffs.filter((item) => !isSame(item)),
    parts,
  );
  const same = wanted.dropOffs.some(isSame) ? (['same'] as const) : [];
  return tripsOf(depotPairs(pickUps, [...same, ...dropOffs]), dates);
}

/** An id never costs a look-up. With several operators, one that lacks a depot goes without, and that is said. */
async function depotIds(
  items: readonly string[],
  { deployment, operator, isOnly, context }: DepotParts,
): Promise<number[]> {
  const ids: number[] = [];
  for (const item of items) {
    if (isId(item)) {
      ids.push(Number(item));
      continue;
    }
    const depots: readonly Depot[] = await deployment.depots();
    if (!isOnly && item.trim() !== '' && search(item, depots).length === 0) {
      context.progress.note(`${operator.name} has no depot called "${item}"`);
      continue;
    }
    ids.push(resolve(item, depots, isOnly ? 'depot' : `${operator.name} depot`).id);
  }
  return ids;
}
