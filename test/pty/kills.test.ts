// @module-tag long
/** Whatever ends the program, and whenever: the terminal is left as it was. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createDice } from '../support/dice.ts';
import { jobShell } from '../support/job-shell.ts';
import { operatorServer as operator } from '../support/operator.ts';

const seed = 7;
const spinner = /[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/;

const codes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
const signals = Object.keys(codes) as (keyof typeof codes)[];

const depots = '--pick-up 1 --drop-off 2';
const trip = `${depots} --from 2027-01-15`;

/** Command lines, and what the terminal shows when they wait. */
const wizards = [
  ['plan', 'navigate'],
  [`plan ${depots}`, 'Pick-up date'],
  [`plan ${trip} --to +7d`, 'navigate'],
] as const;
const comparison = [`compare ${trip} --flex 3 --nights 7`, 'of 100 free'] as const;
const sandbox = ['sandbox', 'rental depots'] as const;

it('kills at random moments leave the terminal as it was', { timeout: 90_000 }, async () => {
  const { baseUrl } = await operator({ hangs: true });
  const address = `--base-url ${baseUrl}`;
  await Promise.all([
    killOften(12, wizards, address),
    killOften(8, [comparison], address),
    killOften(8, [sandbox], ''),
  ]);
});

/** Half of the moments are during the start. */
async function killOften(
  times: number,
  lines: readonly (readonly [string, string])[],
  address: string,
): Promise<void> {
  const dice = createDice(seed);
  const shell = jobShell('dash', { columns: 120 });
  for (let kills = 0; kills < times; kills += 1) {
    const [line, shown] = dice.pick(lines);
    const signal = dice.pick(signals);
    const before = shell.raw().length;
    // A new request budget, so that no comparison has to wait for it.
    await shell.type(`RENTAL_STATE_DIR=$HOME/state.${kills}`);
    await shell.start(`${line} ${address}`);
    const isLate = dice.chance(0.5);
    if (isLate) await shell.until(() => shell.raw().slice(before).includes(shown), shown);
    const ms = dice.below(isLate ? 200 : 500);
    await delay(ms);
    shell.kill(signal);
    const left = { ...(await shell.state()), hasSpinner: spinner.test(shell.screen()) };
    const clean = {
      code: codes[signal],
      cursorShown: true,
      cooked: true,
      lineEnded: true,
      hasSpinner: false,
    };
    expect(
      left,
      `${kills}: ${signal} after ${isLate ? 'it waits' : 'its start'} and ${ms} ms: ${line}`,
    ).toEqual(clean);
  }
}
