/** A folder that breaks, or that another program changes. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readBudget } from '../../../src/http/rate-limit/index.ts';
import { temporaryFolder } from '../../support/environment.ts';
import { VirtualMachine } from '../../support/virtual-machine.ts';
import { accountIn, budgetOn, drain, limit, notices, send, slotsIn, unprivileged, windowMs } from './folder-budget.ts';

describe('a state folder whose past cannot be read', () => {
  const closed: Record<string, (stateDir: string) => string> = {
    "the account's folder": accountIn,
    'the folder of all accounts': (stateDir) => join(stateDir, 'budget'),
  };
  it.each(Object.keys(closed))('%s: sends at once, spreads requests over a window, and says so once', async (which) => {
    const stateDir = temporaryFolder();
    await unprivileged(stateDir, async () => {
      const machine = new VirtualMachine();
      expect(await drain(budgetOn(machine, stateDir), machine)).toBe(limit);
      const folder = closed[which]?.(stateDir) ?? '';
      chmodSync(folder, 0o000);
      try {
        const budget = budgetOn(machine, stateDir);
        const report = { env: {}, stateDir, now: () => machine.now() };
        expect(readBudget({ origin: 'https://rental.test', limit, windowMs }, report).free).toBe(1);
        expect(await drain(budget, machine)).toBe(1);
        for (let turn = 1; turn < limit; turn += 1) {
          await machine.pass(6_010);
          expect(await drain(budget, machine)).toBe(1);
        }
        await machine.pass(61_000);
        expect(await drain(budget, machine)).toBe(limit);
        expect(notices(machine)).toEqual([expect.stringMatching(/EACCES.*it is not shared with other processes/)]);
      } finally {
        chmodSync(folder, 0o700);
      }
    });
  });

  it(
    'is one on a full disk: no part of it is left behind, and the next command can share again',
    { tags: ['mounts'] },
    async () => {
      const stateDir = temporaryFolder();
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k,nr_inodes=9', 'tmpfs', stateDir]);
      onTestFinished(() => void execFileSync('umount', [stateDir]));
      const machine = new VirtualMachine();
      for (let run = 0; run < 3; run += 1) expect(await drain(budgetOn(machine, stateDir), machine)).toBe(1);
      expect(readdirSync(join(stateDir, 'budget'))).toEqual([]);
      expect(notices(machine)).toEqual(Array(3).fill(expect.stringContaining('ENOSPC')));
      execFileSync('mount', ['-o', 'remount,nr_inodes=100', stateDir]);
      expect(await drain(budgetOn(machine, stateDir), machine)).toBe(limit);
      expect(slotsIn(accountIn(stateDir))).toHaveLength(limit);
    },
  );
});

describe('disk trouble during a command', () => {
  const breakages: Record<string, (account: string) => void> = {
    'the folder is deleted': (account) => rmSync(account, { recursive: true }),
    'the folder becomes a file': (account) => {
      rmSync(account, { recursive: true });
      writeFileSync(account, '');
    },
  };
  it.each(Object.keys(breakages))('%s: used requests stay used, with one notice', async (breakage) => {
    const machine = new VirtualMachine();
    const stateDir = temporaryFolder();
    const budget = budgetOn(machine, stateDir);
    for (let index = 0; index < 4; index += 1) await send(budget, machine);
    breakages[breakage]?.(accountIn(stateDir));
    expect(await drain(budget, machine)).toBe(limit - 4);
    expect(notices(machine)).toEqual([expect.stringContaining('cannot be used')]);
    await machine.pass(60_100);
    expect(await drain(budget, machine)).toBe(limit);
  });
});

describe('a damaged folder', () => {
  it('keeps junk of every kind and ignores it', async () => {
    const machine = new VirtualMachine();
    const stateDir = temporaryFolder();
    expect(await drain(budgetOn(machine, stateDir), machine)).toBe(limit);
    const account = accountIn(stateDir);
    const junk = [
      'slot-1-used-1',
      'slot-99999999-used-1-1',
      'slot-1-used-1-9999999999999999',
      'slot-1-whim-1-1',
      'caution-whim-1-1-1',
      '\u001b[2J',
      'x'.repeat(200),
      '.hidden',
    ];
    for (const name of junk) writeFileSync(join(account, name), 'junk');
    writeFileSync(Buffer.concat([Buffer.from(account + '/slot-'), Buffer.from([0xff, 0xfe])]), '');
    mkdirSync(join(account, 'slot-folder'));
    symlinkSync('/nowhere', join(account, 'slot-link'));
    expect(await drain(budgetOn(machine, stateDir), machine)).toBe(0);
    await machine.pass(60_100);
    expect(await drain(budgetOn(machine, stateDir), machine)).toBe(limit);
    expect(notices(machine)).toEqual([]);
    expect(readdirSync(account)).toEqual(expect.arrayContaining(junk));
  });

  it('with times far ahead blocks no process for longer than a lease', async () => {
    const machine = new VirtualMachine();
    const stateDir = temporaryFolder();
    await drain(budgetOn(machine, stateDir), machine);
    const account = accountIn(stateDir);
    const far = machine.now() + 1e10;
    for (const name of slotsIn(account)) rmSync(join(account, name));
    for (let index = 0; index < limit; index += 1) writeFileSync(join(account, `slot-${index}-used-${far}-${far}`), '');
    for (const name of [`caution-refused-${far}-${far}-0`, `caution-others-1-${far}-1`])
      writeFileSync(join(account, name), '');
    expect(await drain(budgetOn(machine, stateDir), machine)).toBe(0);
    await machine.pass(60_100);
    expect(await drain(budgetOn(machine, stateDir), machine)).toBe(limit);
  });
});
