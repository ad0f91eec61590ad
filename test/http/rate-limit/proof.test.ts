/**
 * The proof in slots.ts, tried: processes that act between each other's steps, die, lose files, and
 * have their clock set back.
 */
import { expect, it } from 'vitest';
import { type SlotNames, memoryNames, unusedNames } from '../../../src/http/rate-limit/names.ts';
import { makePolicy } from '../../../src/http/rate-limit/policy.ts';
import { readSlot } from '../../../src/http/rate-limit/slots.ts';
import { type Claim, NamedSlotStore } from '../../../src/http/rate-limit/store.ts';
import { maxWithin } from '../../support/max-within.ts';
import fc from '../../support/property.ts';
import { tries } from '../../support/thorough.ts';
import { VirtualMachine } from '../../support/virtual-machine.ts';

const [limit, windowMs, attemptMs] = [3, 1_000, 200];

const often = Array<'answer'>(4).fill('answer');
const action = fc.record({
  kind: fc.constantFrom(
    ...Array<'claim'>(12).fill('claim'),
    ...often,
    'clean',
    'die',
    'die',
    'set back',
  ),
  store: fc.nat(2),
  /** Which request or name, of those that there are. */
  pick: fc.nat(99),
  setBackMs: fc.oneof(
    { weight: 9, arbitrary: fc.nat(89) },
    { weight: 1, arbitrary: fc.integer({ min: 9_000, max: 9_900 }) },
  ),
  passMs: fc.constantFrom(0, 0, 1, 10, 100, 500),
  /** If set, time passes until so long before the next slot becomes free, instead of `passMs`. */
  beforeFreeMs: fc.option(fc.constantFrom(0, 50), { freq: 2 }),
  /** When the request is counted, from sending to the answer. */
  counted: fc.constantFrom(0, 0.5, 1),
  /** The next action happens after so many steps of this one, if it has so many. */
  nextAfter: fc.nat(12),
});
type Action = typeof action extends fc.Arbitrary<infer One> ? One : never;

/** A request that a process has sent. */
interface Sent {
  readonly at: number;
  readonly counted: number;
  claim?: Claim | undefined;
  /** Whether its name was deleted. If its process died too, nothing would know of the request. */
  isDeleted?: boolean;
}

/** By how much each process may be wrong about the shared clock, ms. */
const clockErrors = [0, 100, 50];

/** Three processes on one set of names, one of them with a lower limit. */
function crowd(slotsAtStart: number) {
  const machine = new VirtualMachine();
  const policyOf = (max: number) => makePolicy({ origin: '', limit: max, windowMs }, attemptMs);
  const names = memoryNames(unusedNames(policyOf(slotsAtStart)), () => machine.now());
  let meanwhile: () => void = () => undefined;
  const change: SlotNames['change'] = (changes, max = Number.POSITIVE_INFINITY) => {
    const done: (readonly [string, string])[] = [];
    for (const one of changes) {
      if (done.length >= max) break;
      meanwhile();
      done.push(...listing(names.change([one])).done);
    }
    meanwhile();
    return { done, names: listing(names.change([])).names, at: machine.now() };
  };
  const stores = [limit, limit, limit - 2].map((max, index) => {
    const error = clockErrors[index]!;
    const listed: SlotNames['change'] = (...given) => ({
      ...listing(change(...given)),
      at: machine.now() - error,
    });
    const now = () => machine.now() + error;
    return new NamedSlotStore({ change: listed, now }, policyOf(max), () => machine.random());
  });
  const untilFree = (): number => {
    const waits = listing(names.change([])).names.map(
      (name) => (readSlot(name)?.freeAt ?? 0) - machine.now(),
    );
    return Math.min(...waits.filter((ms) => ms > 0), windowMs);
  };
  return {
    machine,
    names,
    stores,
    untilFree,
    onStep: (work: () => void) => void (meanwhile = work),
  };
}

/** In memory, no change takes time. */
const listing = (given: ReturnType<SlotNames['change']>) => given as Awaited<typeof given>;

/** Returns when the service counted the requests; ms, in order. */
async function play(given: readonly Action[], slotsAtStart: number): Promise<number[]> {
  const { machine, names, stores, untilFree, onStep } = crowd(slotsAtStart);
  const queue = [...given];
  const underWay: Sent[] = [];
  const times: number[] = [];
  let stepsLeft = 0;

  /** The service counts the request. Returns its claim, unless it has ended before. */
  function count(sent: Sent): Claim | undefined {
    const { claim } = sent;
    if (!claim) return undefined;
    sent.claim = undefined;
    times.push(sent.at + sent.counted * (machine.monotonic() - sent.at));
    return claim;
  }
  function end(sent: Sent | undefined): void {
    void (sent && count(sent))?.settle();
  }
  /** The process of the request dies before the answer. */
  function die(sent: Sent | undefined): void {
    if (sent && !sent.isDeleted) count(sent);
  }
  function claim({ store: index, counted }: Action): void {
    const sent: Sent = { at: machine.monotonic(), counted };
    void stores[index]!.claim(1).then(({ claims }) => (sent.claim = claims[0]));
    underWay.push(sent);
    void machine.sleep(attemptMs).then(() => end(sent));
  }
  function clean({ pick }: Action): void {
    const files = listing(names.change([])).names;
    const victim = files[pick % Math.max(1, files.length)];
    if (victim === undefined) return;
    names.change([[victim, '']]);
    const owner = underWay.find(({ claim: claimed }) => claimed?.name === victim);
    if (owner) owner.isDeleted = true;
  }
  function act({ isBetweenSteps }: { readonly isBetweenSteps: boolean }): void {
    const next = queue.shift();
    if (!next) return;
    stepsLeft = next.nextAfter;
    const one = () => underWay.splice(next.pick % Math.max(1, underWay.length), 1)[0];
    if (next.kind === 'claim') claim(next);
    else if (next.kind === 'answer') end(one());
    else if (next.kind === 'die') die(one());
    else if (next.kind === 'set back') machine.step(-next.setBackMs);
    // Not tried: between the moment when one process finds a slot missing and the one when it makes
    // the slot, others make, use and delete it.
    else if (!isBetweenSteps || slotsAtStart === limit) clean(next);
  }

  onStep(() => {
    stepsLeft -= 1;
    if (stepsLeft === 0) act({ isBetweenSteps: true });
  });
  while (queue.length > 0) {
    const { passMs, beforeFreeMs } = queue[0]!;
    await machine.pass(beforeFreeMs === null ? passMs : Math.max(0, untilFree() - beforeFreeMs));
    act({ isBetweenSteps: false });
  }
  await machine.pass(attemptMs);
  return times.sort((a, b) => a - b);
}

it('no window holds more requests than the limit, whatever processes do and whenever they die', async () => {
  const actions = fc.array(action, { minLength: 60, maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(actions, fc.nat(limit), async (given, slotsAtStart) => {
      expect(maxWithin(await play(given, slotsAtStart), windowMs)).toBeLessThanOrEqual(limit);
    }),
    { numRuns: tries(200) },
  );
});
