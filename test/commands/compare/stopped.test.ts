/**
 * A comparison that is stopped at any request, and started again, asks for nothing that was
 * answered and ends as if it never was.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { configuredEnvironment } from '../../support/environment.ts';
import { createDice, type Dice } from '../../support/dice.ts';
import { serviceOf, type Fleet } from '../../support/fleet.ts';
import { run } from '../../support/run.ts';
import { never, plant } from '../../support/service.ts';
import { repeats } from '../../support/thorough.ts';
import { stableDocument } from './support.ts';

interface World {
  readonly fleet: Fleet;
  readonly line: readonly string[];
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const dayOf = (date: string | null): number => Number(date?.slice(8));

/**
 * Vehicles with a rate of each day, of which some are not listed each day, and some are sold out.
 */
function worldOf(dice: Dice): World {
  const count = 2 + dice.below(8);
  const salt = dice.below(90);
  const gap = 3 + dice.below(9);
  const soldOut = dice.below(5);
  const fee = dice.below(60);
  const closed = dice.below(20);
  const refused = 3 + dice.below(9);
  const rate = (id: number, day: number): number => 60 + ((id * 17 + day * 5 + salt) % 80);
  const hasExtras = dice.chance(0.5);
  const fleet: Fleet = {
    depots: ['Auckland', 'Queenstown'],
    vehicles: (date) => {
      if (dayOf(date) === closed) return { status: 400, error: 'Closed' };
      const listed = numbers(count).filter((id) => (id * 7 + dayOf(date)) % gap > 0);
      return Object.fromEntries(
        listed.map((id) => [id, [`Van ${id}`, rate(id, dayOf(date))] as const]),
      );
    },
    accessories: (id): Record<number, string> => (id % 3 === 0 ? {} : { [id + 20]: 'Chains' }),
    plans: () => ({ 2: 'Basic' }),
    quote: (query) => {
      const [id, day] = [Number(query.get('vehicle_id')), dayOf(query.get('pick_up_date'))];
      if (query.has('insurance_id') && id % refused === 0)
        return { status: 400, error: 'No such plan' };
      if ((id + day) % 5 < soldOut / 2) return { status: 404, error: 'Sold out' };
      const nights =
        (Date.parse(query.get('drop_off_date')!) - Date.parse(query.get('pick_up_date')!)) /
        86_400_000;
      return { totalAmount: rate(id, day) * nights + fee * ((id * day) % 3) };
    },
  };
  const line = [
    '--pick-up',
    dice.pick(['auckland', '1']),
    '--drop-off',
    dice.pick(['same', '2', 'same,2']),
    '--from',
    `2031-01-01..+${3 + dice.below(8)}d`,
    '--nights',
    dice.pick(['7', '5,9', '4..6']),
    ...(hasExtras ? ['--accessory', 'chains', '--insurance', dice.pick(['basic', '2'])] : []),
    ...dice.pick([
      [],
      ['--group-by', 'vehicle'],
      ['--quote', 'best:3'],
      ['--vehicle', 'van 1,van 2'],
    ]),
  ];
  return { fleet, line };
}

/** Long enough for an answer in this process to be read. */
async function turns(): Promise<void> {
  for (const _ of numbers(20)) await nextTurn();
}

function comparison({ fleet, line }: World) {
  const service = serviceOf(fleet);
  const answered: string[] = [];
  const sent: string[] = [];
  let stop: { at: number; interrupt?: () => void } = { at: Infinity };
  const { baseUrl } = plant(async (request) => {
    const path = request.url.slice(baseUrl.length);
    sent.push(path);
    if (sent.length >= stop.at) {
      stop.interrupt?.();
      return never();
    }
    const answer = await service(request);
    answered.push(path);
    return answer;
  });
  const newEnv = () =>
    configuredEnvironment({ operators: { lucky: { baseUrl, limit: '1000/200ms' } } });
  /** Stops at the request `at`, which is not answered. */
  const compare = async (env: Record<string, string>, at = Infinity) => {
    sent.length = 0;
    answered.length = 0;
    const onStart = (interrupt: (signal: 'SIGINT') => void): void => {
      stop = { at, interrupt: () => interrupt('SIGINT') };
    };
    const ended = await run(['compare', ...line, '--json'], { env, onStart, sleep: turns });
    return { ...ended, sent: [...sent], answered: [...answered] };
  };
  return { newEnv, compare };
}

const kills = Number(process.env['RENTAL_TEST_TRIES'] ?? repeats(160, 32, 2));
const killsEach = 8;

test(
  `${kills} comparisons that were stopped at random requests end as if they never had been`,
  { timeout: 120_000 },
  async () => {
    const dice = createDice(11);
    for (const _ of numbers(kills / killsEach)) {
      const world = worldOf(dice);
      const { newEnv, compare } = comparison(world);
      const whole = await compare(newEnv());
      const title = world.line.join(' ');
      const env = newEnv();
      const answered = new Set<string>();
      const runs = [];
      for (const place of numbers(killsEach)) {
        const left = whole.sent.length - answered.size;
        const stopped = await compare(
          env,
          1 + dice.below(Math.max(1, Math.ceil(left / (killsEach - place + 1)))),
        );
        expect(stopped.code, title).toBe(left > 0 ? 130 : whole.code);
        runs.push(stopped);
        for (const path of stopped.sent) expect(answered, title).not.toContain(path);
        for (const path of stopped.answered) answered.add(path);
      }
      const ended = await compare(env);
      for (const path of ended.sent) expect(answered, title).not.toContain(path);
      expect([ended.code, stableDocument(ended)], title).toEqual([
        whole.code,
        stableDocument(whole),
      ]);
      expect(new Set([...answered, ...ended.answered]), title).toEqual(new Set(whole.sent));
      const again = await compare(env);
      expect([again.sent, again.code, stableDocument(again)], title).toEqual([
        [],
        whole.code,
        stableDocument(whole),
      ]);
    }
  },
);
