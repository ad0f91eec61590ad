import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBudget, listBudgets, readBudget } from '../../../src/http/rate-limit/index.ts';
import { temporaryFolder } from '../../support/environment.ts';
import { runAs } from '../../support/user.ts';
import { VirtualMachine } from '../../support/virtual-machine.ts';
import { optionsOn, usualLimit } from './places.ts';

const never = new AbortController().signal;
const idle = { gate: undefined, pacing: undefined, next: undefined, others: 0, proxy: undefined };

function scene() {
  const machine = new VirtualMachine();
  const stateDir = temporaryFolder();
  const report = { env: {}, stateDir, now: () => machine.now() };
  async function send(origin: string, count: number, status = 200, headers: Record<string, string> = {}) {
    const budget = createBudget({ ...optionsOn(machine, { origin }), stateDir });
    for (let index = 0; index < count; index += 1) {
      const permit = await machine.until(budget.acquire(never));
      await permit.answered({ status, headers, receivedAt: machine.now() });
    }
  }
  return { machine, stateDir, report, send };
}

describe('listBudgets', () => {
  it('reports what is used and left for every origin, in order', async () => {
    const { machine, report, send } = scene();
    await send('https://two.test', 100);
    await send('https://one.test', 3);
    expect(listBudgets(report)).toEqual([
      { ...idle, origin: 'https://one.test', limit: 100, windowMs: 60_000, used: 3, free: 97 },
      {
        ...{ ...idle, origin: 'https://two.test', limit: 100, windowMs: 60_000, used: 100, free: 0 },
        next: { at: machine.now() + 60_100, reason: '100 of 100 requests used' },
      },
    ]);
    await machine.pass(60_100);
    expect(listBudgets(report).map(({ free }) => free)).toEqual([100, 100]);
  });

  it('reports a closed gate and a slower pace', async () => {
    const { machine, report, send } = scene();
    await send('https://one.test', 1, 429, { 'retry-after': '30' });
    const until = machine.now() + 30_100;
    const [budget] = listBudgets(report);
    expect(budget?.gate).toEqual({ until, reason: 'the service says too many requests' });
    expect(budget?.next?.at).toBe(until);
    expect(budget?.pacing).toEqual({ everyMs: 60_000, probing: true });
  });

  it('ignores files that are not ours', async () => {
    const { stateDir, report, send } = scene();
    await send('https://one.test', 1);
    const home = join(stateDir, 'budget');
    const about = (name: string, text: string) => {
      mkdirSync(join(home, name));
      writeFileSync(join(home, name, 'about.json'), text);
    };
    const good = { origin: 'https://x.test', limit: 1, windowMs: 1 };
    const bad: unknown[] = [null, [], {}, 'x', { ...good, origin: '\u001b[2Jhttps://x.test' }, { ...good, limit: -1 }];
    const odd = [{ limit: 1_001 }, { windowMs: 1e300 }, { proxy: 7 }, { origin: 'https://x.test/y' }];
    bad.push(...odd.map((fields) => ({ ...good, ...fields })));
    bad.forEach((value, index) => about(`bad-${index}`, JSON.stringify(value)));
    about('not-json', '{');
    about('long', `"${'x'.repeat(1e6)}"`);
    writeFileSync(join(home, 'file'), '');
    mkdirSync(join(home, 'folder', 'about.json'), { recursive: true });
    expect(listBudgets(report).map(({ origin }) => origin)).toEqual(['https://one.test']);
  });
});

describe('readBudget', () => {
  it('reports an account that was never used, and makes no folder', () => {
    const { report } = scene();
    const stateDir = join(report.stateDir, 'deep', 'state');
    const account = { origin: 'https://one.test', limit: 30, windowMs: 10_000 };
    expect(listBudgets({ ...report, stateDir })).toEqual([]);
    expect(readBudget(account, { ...report, stateDir })).toEqual({ ...idle, ...account, used: 0, free: 30 });
    expect(existsSync(join(report.stateDir, 'deep'))).toBe(false);
  });

  it('works without a folder', () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    const { report } = scene();
    runAs(file, -1);
    expect(listBudgets({ ...report, stateDir: file })).toEqual([]);
    expect(readBudget({ ...usualLimit, origin: 'https://one.test' }, { ...report, stateDir: file })).toMatchObject({
      free: 100,
    });
  });
});
