/** Which folder holds the budget, on which system and for which user. */
import fs, {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  statfsSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findStateFolder } from '../../../src/http/rate-limit/state-folder.ts';
import { temporaryFolder } from '../../support/environment.ts';
import { replace, runAs, runOnWindows } from '../../support/user.ts';
import { VirtualMachine } from '../../support/virtual-machine.ts';
import {
  accountIn,
  budgetOn,
  drain,
  limit,
  nobody,
  notices,
  send,
  slotsIn,
  uid,
  unprivileged,
} from './folder-budget.ts';

/** A user of this test only, so that its folder in /tmp is never a real one. */
const stranger = 1_900_000_000 + process.pid;

function plantInTmp(plant: (path: string) => void): void {
  const path = `/tmp/rental-budget-${stranger}`;
  plant(path);
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
}

describe('the state folder', () => {
  it('is RENTAL_STATE_DIR, else one in the home folder of the user, whatever the session says', async () => {
    const machine = new VirtualMachine();
    const folder = temporaryFolder();
    const own = join(folder, '.local', 'state', 'rental', 'budget');
    runAs(folder);
    for (const name of ['HOME', 'XDG_STATE_HOME', 'XDG_RUNTIME_DIR', 'TMPDIR']) machine.env[name] = join(folder, name);
    await drain(budgetOn(machine), machine);
    expect(readdirSync(folder)).toEqual(['.local']);
    expect(readdirSync(own)).toHaveLength(1);
    expect(statSync(own).mode & 0o777).toBe(0o700);
    expect(findStateFolder({ env: {} })).toMatchObject({ path: own, why: 'in the home folder of this user' });
    machine.env['RENTAL_STATE_DIR'] = join(folder, 'deep', 'state');
    await drain(budgetOn(machine), machine);
    expect(readdirSync(join(folder, 'deep', 'state'))).toEqual(['budget']);
    expect(findStateFolder({ env: machine.env }).why).toBe('named by RENTAL_STATE_DIR');
    expect(notices(machine)).toEqual([]);
  });

  describe('on Windows', () => {
    it('is one in the local data of the user', () => {
      const folder = temporaryFolder();
      runOnWindows(join(folder, 'me'));
      const look = (env = {}) => findStateFolder({ env, looksOnly: true });
      const named = { path: join(folder, 'rental', 'budget'), why: 'in the local data of this user' };
      expect(look({ LOCALAPPDATA: folder })).toMatchObject(named);
      const path = join(folder, 'me', 'AppData', 'Local', 'rental', 'budget');
      for (const LOCALAPPDATA of [undefined, '', 'local']) expect(look({ LOCALAPPDATA })).toMatchObject({ path });
    });

    it.each(['EBUSY', 'EPERM', 'EACCES'])('takes a slot that another program has open later (%s)', async (code) => {
      const machine = new VirtualMachine();
      const stateDir = temporaryFolder();
      runOnWindows(stateDir);
      const budget = budgetOn(machine, stateDir);
      await send(budget, machine);
      let held = slotsIn(accountIn(stateDir)).find((name) => name.endsWith('-used-0-0'));
      replace(fs, 'renameSync', (rename) => (from: string, to: string) => {
        if (held !== undefined && String(from).endsWith(held)) throw Object.assign(new Error(code), { code });
        rename(from, to);
      });
      for (let count = 1; count < limit - 1; count += 1) await send(budget, machine);
      const last = send(budget, machine);
      held = undefined;
      await machine.pass(20);
      await last;
      expect(await drain(budget, machine)).toBe(0);
      expect(notices(machine)).toEqual([]);
    });

    it('that cannot be written is not shared', async () => {
      const machine = new VirtualMachine();
      const stateDir = temporaryFolder();
      runOnWindows(stateDir);
      await drain(budgetOn(machine, stateDir), machine);
      const refuse = () => {
        throw Object.assign(new Error('EPERM'), { code: 'EPERM' });
      };
      await machine.pass(60_100);
      const budget = budgetOn(machine, stateDir);
      await send(budget, machine);
      for (const name of ['renameSync', 'openSync', 'writeFileSync', 'unlinkSync'] as const)
        replace(fs, name, () => refuse);
      expect(await drain(budget, machine)).toBe(limit - 1);
      expect(notices(machine)).toEqual([expect.stringContaining('cannot be used (EPERM)')]);
    });
  });

  describe.skipIf(process.platform === 'win32')('without a home folder to write in', () => {
    const look = (env = {}) => findStateFolder({ env, looksOnly: true });

    it('is one in /tmp, wherever temporary files of the session are', () => {
      const folder = temporaryFolder();
      runAs(join(folder, 'none'), stranger);
      const { path, why, notice } = look({ HOME: folder, TMPDIR: folder, XDG_RUNTIME_DIR: folder });
      expect(path).toBe(`/tmp/rental-budget-${stranger}`);
      expect(why).toMatch(
        /^of this user, for all sessions; it cannot be kept in .*none.*\(.*none cannot be used: ENOENT\)$/,
      );
      expect(notice).toBeUndefined();
      runAs(folder, stranger);
      expect(look()).toMatchObject({ path, why: expect.stringContaining('belongs to another user') as string });
    });

    it('is the one of the user id if the system does not know the user', () => {
      runAs(undefined);
      expect(look({ HOME: temporaryFolder() }).path).toBe(`/tmp/rental-budget-${uid}`);
    });

    it('is one in /tmp if the home folder is read-only', async () => {
      const folder = temporaryFolder();
      await unprivileged(folder, async () => {
        runAs(folder);
        chmodSync(folder, 0o500);
        const user = process.geteuid?.();
        const { path, why, notice } = findStateFolder({ env: {} });
        chmodSync(folder, 0o700);
        expect(path).toBe(`/tmp/rental-budget-${user}`);
        expect(why).toMatch(/it cannot be kept in .* \(EACCES\)$/);
        expect(notice).toBeUndefined();
        if (user !== uid) rmSync(path ?? '', { recursive: true });
      });
    });

    it('is one in /tmp if the home folder is on a network file system', () => {
      const folder = temporaryFolder();
      runAs(folder);
      const local = statfsSync(folder);
      replace(fs, 'statfsSync', () => (path: string) => (path === folder ? { ...local, type: 0x6969 } : local));
      expect(look()).toMatchObject({
        path: `/tmp/rental-budget-${uid}`,
        why: expect.stringContaining('(it is on a network file system)') as string,
      });
      expect(look({ RENTAL_STATE_DIR: folder })).toMatchObject({
        path: join(folder, 'budget'),
        why: 'named by RENTAL_STATE_DIR, on a network file system',
      });
      // An administrator can link it to a local disk.
      mkdirSync(join(folder, '.local', 'state'), { recursive: true });
      expect(look().path).toBe(join(folder, '.local', 'state', 'rental', 'budget'));
    });

    it.each<[string, (path: string) => void]>([
      ['is a link', (path) => symlinkSync(temporaryFolder(), path)],
      ['belongs to another user', (path) => mkdirSync(path, { mode: 0o777 })],
    ])('is none if the one in /tmp %s', (_, plant) => {
      runAs('/nowhere', stranger);
      plantInTmp(plant);
      for (const looksOnly of [true, false]) {
        const { path, notice } = findStateFolder({ env: {}, looksOnly });
        expect(path).toBeUndefined();
        expect(notice).toMatch(
          /^the request budget cannot be kept in .nowhere.*; it is not shared with other processes$/,
        );
      }
    });
  });

  it('names its account, without the password of a proxy', async () => {
    const machine = new VirtualMachine();
    const stateDir = temporaryFolder();
    const proxy = 'http://user:secret@proxy.test:3128';
    await send(budgetOn(machine, stateDir, { proxy }), machine);
    const all = readdirSync(accountIn(stateDir));
    expect(all.filter((name) => !/^slot-/.test(name))).toEqual(['about.json']);
    const file = join(accountIn(stateDir), 'about.json');
    const about = readFileSync(file, 'utf8');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(about)).toEqual({
      origin: 'https://rental.test',
      proxy: 'http://proxy.test:3128',
      limit,
      windowMs: 60_000,
    });
  });

  const troubles: Record<string, (folder: string) => void> = {
    'a file': (folder) => writeFileSync(join(folder, 'state'), ''),
    'a symbolic link': (folder) => {
      mkdirSync(join(folder, 'elsewhere'));
      mkdirSync(join(folder, 'state'));
      symlinkSync(join(folder, 'elsewhere'), join(folder, 'state', 'budget'));
    },
    'open to all': (folder) => {
      mkdirSync(join(folder, 'state', 'budget'), { recursive: true });
      chmodSync(join(folder, 'state', 'budget'), 0o777);
    },
    ...(uid === 0 && {
      "another user's": (folder: string) => {
        mkdirSync(join(folder, 'state', 'budget'), { recursive: true, mode: 0o700 });
        chownSync(join(folder, 'state', 'budget'), nobody, nobody);
      },
    }),
    'in a folder in which others can replace it': (folder) => {
      mkdirSync(join(folder, 'state'));
      chmodSync(join(folder, 'state'), 0o777);
    },
  };
  it.each(Object.keys(troubles))('that is %s is not used: the next one is, with a notice', async (trouble) => {
    const machine = new VirtualMachine();
    const folder = temporaryFolder();
    runAs(folder);
    troubles[trouble]?.(folder);
    const place = { env: machine.env, stateDir: join(folder, 'state') };
    const looked = findStateFolder({ ...place, looksOnly: true });
    expect(looked.notice).toMatch(/^the request budget cannot be kept in .*state.budget \(.+\)$/);
    expect(existsSync(join(folder, '.local'))).toBe(false);
    expect(findStateFolder(place).path).toBe(looked.path);
    expect(await drain(budgetOn(machine, join(folder, 'state')), machine)).toBe(limit);
    expect(await drain(budgetOn(machine, join(folder, 'state')), machine)).toBe(0);
    expect(notices(machine)[0]).toMatch(/^the request budget cannot be kept in .*state.budget \(.+\)$/);
    if (existsSync(join(folder, 'elsewhere'))) expect(readdirSync(join(folder, 'elsewhere'))).toEqual([]);
  });

  it('that cannot be made anywhere is replaced by a budget in memory, with one notice', async () => {
    const machine = new VirtualMachine();
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), '');
    runAs(join(folder, 'none'), stranger);
    plantInTmp((path) => writeFileSync(path, ''));
    const budget = budgetOn(machine, join(folder, 'file', 'state'));
    expect(await drain(budget, machine)).toBe(limit);
    expect(await drain(budget, machine)).toBe(0);
    expect(notices(machine)).toEqual([expect.stringMatching(/ENOTDIR.*; it is not shared with other processes$/)]);
  });

  it('that is read-only is not used', async () => {
    const folder = temporaryFolder();
    await unprivileged(folder, async () => {
      const machine = new VirtualMachine();
      runAs(folder);
      mkdirSync(join(folder, 'state'), { mode: 0o500 });
      expect(await drain(budgetOn(machine, join(folder, 'state')), machine)).toBe(limit);
      expect(notices(machine)).toEqual([expect.stringContaining('EACCES')]);
    });
  });

  it('loses accounts that were not used for three days, and no other files', async () => {
    const machine = new VirtualMachine();
    const stateDir = temporaryFolder();
    await drain(budgetOn(machine, stateDir), machine);
    const home = join(stateDir, 'budget');
    const [mine] = readdirSync(home);
    for (const name of ['0'.repeat(20), '1'.repeat(20), 'new-0123456789ab', 'photos']) mkdirSync(join(home, name));
    const [now, old] = [machine.now() / 1000, machine.now() / 1000 - 270_000];
    for (const name of readdirSync(home)) utimesSync(join(home, name), now, now);
    for (const name of ['0'.repeat(20), 'new-0123456789ab', 'photos']) utimesSync(join(home, name), old, old);
    await send(budgetOn(machine, stateDir, { origin: 'https://other.test' }), machine);
    const left = readdirSync(home);
    expect(left).toHaveLength(4);
    expect(left).toEqual(expect.arrayContaining([mine, '1'.repeat(20), 'photos']));
  });
});
