import { execFileSync } from 'node:child_process';
import fs, {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  statfsSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { RateLimitedError } from '../../../src/errors.ts';
import { createBudget, readBudget } from '../../../src/http/rate-limit/index.ts';
import {
  type NameSet,
  createFolderAtOnce,
  folderNames,
  memoryNames,
  withMemory,
} from '../../../src/http/rate-limit/name-set.ts';
import { findStateFolder } from '../../../src/http/rate-limit/state-folder.ts';
import type { Budget, Permit } from '../../../src/http/types.ts';
import { temporaryFolder } from '../../support/environment.ts';
import { replace, runAs, runOnWindows } from '../../support/user.ts';
import { VirtualMachine } from '../../support/virtual-machine.ts';

const never = new AbortController().signal;
const limit = 10;
const windowMs = 60_000;
const uid = process.getuid?.() ?? 0;
const nobody = 65_534;
/** A user of this test only, so that its folder in /tmp is never a real one. */
const stranger = 1_900_000_000 + process.pid;

function budgetOn(machine: VirtualMachine, stateDir?: string, origin = 'https://rental.test'): Budget {
  return createBudget({
    origin,
    limit,
    windowMs,
    maxWaitMs: 0,
    attemptTimeoutMs: 30_000,
    machine,
    uptime: machine.uptime,
    onEvent: machine.onEvent,
    stateDir,
  });
}

/** Sends requests until the budget rejects one; returns how many were sent. */
async function drain(budget: Budget, machine: VirtualMachine): Promise<number> {
  for (let count = 0; ; count += 1) {
    let permit: Permit;
    try {
      permit = await budget.acquire(never);
    } catch (error) {
      expect(error).toBeInstanceOf(RateLimitedError);
      return count;
    }
    permit.answered({ status: 200, headers: {}, receivedAt: machine.now() });
  }
}

function notices(machine: VirtualMachine): string[] {
  return machine.events.flatMap((event) => (event.type === 'notice' ? [event.message] : []));
}

/** The one account's folder in a state folder. */
function accountIn(stateDir: string): string {
  const [key] = readdirSync(join(stateDir, 'budget'));
  return join(stateDir, 'budget', key ?? '');
}

function slotsIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.startsWith('slot-'));
}

/** Root can write to any file, so root does the work as a user who owns only `folder`. */
async function unprivileged(folder: string, work: () => Promise<void>): Promise<void> {
  if (uid !== 0) return work();
  chownSync(folder, nobody, nobody);
  process.seteuid?.(nobody);
  try {
    await work();
  } finally {
    process.seteuid?.(0);
  }
}

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
      const named = { path: join(folder, 'rental', 'budget'), why: 'in the local data of this user', older: [] };
      expect(look({ LOCALAPPDATA: folder })).toMatchObject(named);
      const path = join(folder, 'me', 'AppData', 'Local', 'rental', 'budget');
      for (const LOCALAPPDATA of [undefined, '', 'local']) expect(look({ LOCALAPPDATA })).toMatchObject({ path });
    });

    it.each(['EBUSY', 'EPERM', 'EACCES'])('takes a slot that another program has open later (%s)', async (code) => {
      const machine = new VirtualMachine();
      const stateDir = temporaryFolder();
      runOnWindows(stateDir);
      const budget = budgetOn(machine, stateDir);
      const send = async () => {
        const permit = await budget.acquire(never);
        permit.answered({ status: 200, headers: {}, receivedAt: machine.now() });
      };
      await send();
      let held = slotsIn(accountIn(stateDir)).find((name) => name.endsWith('-used-0-0'));
      replace(fs, 'renameSync', (rename) => (from: string, to: string) => {
        if (held !== undefined && String(from).endsWith(held)) throw Object.assign(new Error(code), { code });
        rename(from, to);
      });
      for (let count = 1; count < limit - 1; count += 1) await send();
      const last = send();
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
      const permit = await budget.acquire(never);
      permit.answered({ status: 200, headers: {}, receivedAt: machine.now() });
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
      ['is a dangling link', (path) => symlinkSync('/nowhere', path)],
      ['is a file', (path) => writeFileSync(path, '')],
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
    const options = { origin: 'https://rental.test', proxy, limit, windowMs, maxWaitMs: 0, attemptTimeoutMs: 1 };
    await createBudget({ ...options, machine, uptime: machine.uptime, stateDir }).acquire(never);
    const all = readdirSync(accountIn(stateDir));
    expect(all.filter((name) => !/^(slot|slots|pace)-/.test(name))).toEqual(['about.json']);
    const { readFile } = await import('node:fs/promises');
    const about = await readFile(join(accountIn(stateDir), 'about.json'), 'utf8');
    expect(JSON.parse(about)).toEqual({
      origin: 'https://rental.test',
      proxy: 'http://proxy.test:3128',
      limit,
      windowMs: 60_000,
    });
  });

  const troubles: Record<string, (folder: string) => void> = {
    'a file': (folder) => writeFileSync(join(folder, 'state'), ''),
    'a file further up': (folder) => writeFileSync(folder + '/state', ''),
    'a symbolic link': (folder) => {
      mkdirSync(join(folder, 'elsewhere'));
      mkdirSync(join(folder, 'state'));
      symlinkSync(join(folder, 'elsewhere'), join(folder, 'state', 'budget'));
    },
    'a dangling link': (folder) => {
      mkdirSync(join(folder, 'state'));
      symlinkSync(join(folder, 'nowhere'), join(folder, 'state', 'budget'));
    },
    'open to all': (folder) => {
      mkdirSync(join(folder, 'state', 'budget'), { recursive: true });
      chmodSync(join(folder, 'state', 'budget'), 0o777);
    },
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

  it.runIf(uid === 0)('that belongs to another user is not used', async () => {
    const machine = new VirtualMachine();
    const folder = temporaryFolder();
    runAs(folder);
    mkdirSync(join(folder, 'state', 'budget'), { recursive: true, mode: 0o700 });
    chownSync(join(folder, 'state', 'budget'), nobody, nobody);
    expect(await drain(budgetOn(machine, join(folder, 'state')), machine)).toBe(limit);
    expect(notices(machine)).toEqual([expect.stringContaining('it belongs to another user')]);
    expect(readdirSync(join(folder, 'state', 'budget'))).toEqual([]);
  });

  it('loses accounts that were not used for a day, and no other files', async () => {
    const machine = new VirtualMachine();
    const stateDir = temporaryFolder();
    await drain(budgetOn(machine, stateDir), machine);
    const home = join(stateDir, 'budget');
    const [mine] = readdirSync(home);
    for (const name of ['0'.repeat(20), '1'.repeat(20), 'new-0123456789ab', 'photos']) mkdirSync(join(home, name));
    const [now, old] = [machine.now() / 1000, machine.now() / 1000 - 90_000];
    for (const name of readdirSync(home)) utimesSync(join(home, name), now, now);
    for (const name of ['0'.repeat(20), 'new-0123456789ab', 'photos']) utimesSync(join(home, name), old, old);
    const other = { origin: 'https://other.test', limit, windowMs, maxWaitMs: 0, attemptTimeoutMs: 1 };
    await createBudget({ ...other, machine, uptime: machine.uptime, stateDir }).acquire(never);
    const left = readdirSync(home);
    expect(left).toHaveLength(4);
    expect(left).toEqual(expect.arrayContaining([mine, '1'.repeat(20), 'photos']));
  });
});

describe('folders of an older version', () => {
  const origin = 'https://older.test';

  /** As the older version left them: 4 requests in a terminal, 3 without its variables. */
  async function used(machine: VirtualMachine): Promise<string> {
    const folder = temporaryFolder();
    for (const [place, name, count] of [
      ['run', 'rental-budget', 4],
      ['tmp', `rental-budget-${uid}`, 3],
    ] as const) {
      const stateDir = join(folder, place);
      const budget = budgetOn(machine, stateDir, origin);
      for (let sent = 0; sent < count; sent += 1)
        (await budget.acquire(never)).answered({ status: 200, headers: {}, receivedAt: machine.now() });
      renameSync(join(stateDir, 'budget'), join(stateDir, name));
    }
    Object.assign(machine.env, { XDG_RUNTIME_DIR: join(folder, 'run'), TMPDIR: join(folder, 'tmp') });
    runAs(folder);
    return folder;
  }

  it('count for one window', async () => {
    const machine = new VirtualMachine();
    await used(machine);
    const report = { env: machine.env, now: () => machine.now(), uptime: machine.uptime };
    expect(readBudget({ origin, limit, windowMs }, report)).toMatchObject({ used: 7, free: 3 });
    expect(await drain(budgetOn(machine, undefined, origin), machine)).toBe(3);
    await machine.pass(60_100);
    expect(await drain(budgetOn(machine, undefined, origin), machine)).toBe(limit);
    expect(notices(machine)).toEqual([]);
  });

  it('are forgotten after it, and not asked if a folder is named', async () => {
    const machine = new VirtualMachine();
    const folder = await used(machine);
    expect(await drain(budgetOn(machine, join(folder, 'named'), origin), machine)).toBe(limit);
    await machine.pass(60_100);
    expect(await drain(budgetOn(machine, undefined, origin), machine)).toBe(limit);
  });

  it('keep a gate closed', async () => {
    const machine = new VirtualMachine();
    const folder = await used(machine);
    const [key = ''] = readdirSync(join(folder, 'run', 'rental-budget'));
    const [at, up] = [machine.now(), machine.uptime()];
    const gate = `gate-until-limited-${at + 120_000}-${up + 120_000}-${at}-${up}`;
    writeFileSync(join(folder, 'run', 'rental-budget', key, gate), '');
    await machine.pass(61_000);
    expect(await drain(budgetOn(machine, undefined, origin), machine)).toBe(0);
    await machine.pass(60_000);
    expect(await drain(budgetOn(machine, undefined, origin), machine)).toBe(limit);
  });

  it.runIf(uid === 0)('do not count if they belong to another user', async () => {
    const machine = new VirtualMachine();
    const folder = await used(machine);
    chownSync(join(folder, 'run', 'rental-budget'), nobody, nobody);
    expect(await drain(budgetOn(machine, undefined, origin), machine)).toBe(limit - 3);
  });
});

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
        const report = { env: {}, stateDir, now: () => machine.now(), uptime: machine.uptime };
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

  it('is one that cannot be made complete: no part of it is left behind', async () => {
    const home = temporaryFolder();
    const files = Object.fromEntries(['one', 'two', 'x'.repeat(300)].map((name) => [name, '']));
    expect(() => createFolderAtOnce(join(home, 'account'), join(home, 'new-0'), files)).toThrow('ENAMETOOLONG');
    expect(readdirSync(home)).toEqual([]);
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
    'the folder becomes a link to nowhere': (account) => {
      rmSync(account, { recursive: true });
      symlinkSync('nowhere', account);
    },
  };
  it.each(Object.keys(breakages))('%s: used requests stay used, with one notice', async (breakage) => {
    const machine = new VirtualMachine();
    const stateDir = temporaryFolder();
    const budget = budgetOn(machine, stateDir);
    for (let index = 0; index < 4; index += 1) {
      (await budget.acquire(never)).answered({ status: 200, headers: {}, receivedAt: machine.now() });
    }
    breakages[breakage]?.(accountIn(stateDir));
    expect(await drain(budget, machine)).toBe(limit - 4);
    expect(notices(machine)).toEqual([expect.stringContaining('cannot be used')]);
    await machine.pass(60_100);
    expect(await drain(budget, machine)).toBe(limit);
  });

  it('the folder becomes read-only', async () => {
    const folder = temporaryFolder();
    await unprivileged(folder, async () => {
      const machine = new VirtualMachine();
      const budget = budgetOn(machine, folder);
      const permit = await budget.acquire(never);
      chmodSync(accountIn(folder), 0o500);
      permit.answered({ status: 200, headers: {}, receivedAt: machine.now() });
      expect(await drain(budget, machine)).toBe(limit - 1);
      expect(notices(machine)).toEqual([expect.stringContaining('EACCES')]);
      chmodSync(accountIn(folder), 0o700);
    });
  });

  it.each(['ENOSPC', 'EROFS', 'EIO', 'EMFILE'])(
    '%s from any operation: continues in memory from what was seen',
    (code) => {
      for (const broken of ['list', 'rename', 'add', 'remove'] as const) {
        const names = memoryNames(['a', 'b', 'c']);
        let works = true;
        const fragile: NameSet = { ...names };
        fragile[broken] = (...args: never[]) => {
          if (!works) throw Object.assign(new Error(code), { code });
          return (names[broken] as (...given: never[]) => never)(...args);
        };
        const told: unknown[] = [];
        const steady = withMemory(fragile, {
          unseen: memoryNames([]),
          now: () => 0,
          onTrouble: (cause) => told.push(cause),
        });
        steady.list();
        expect(steady.rename('a', 'd')).toBe(true);
        expect(steady.add('e')).toBe(true);
        steady.remove('b');
        works = false;
        expect(steady.rename('d', 'f')).toBe(true);
        steady.remove('c');
        expect(steady.add('g')).toBe(true);
        expect([...steady.list()].sort()).toEqual(['e', 'f', 'g']);
        expect(told).toHaveLength(1);
      }
    },
  );
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
      'gate-until-whim-1-1-1-1',
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

  it('keeps of two slots with one index the one that is taken longer', async () => {
    const machine = new VirtualMachine();
    const stateDir = temporaryFolder();
    expect(await drain(budgetOn(machine, stateDir), machine)).toBe(limit);
    const account = accountIn(stateDir);
    for (let index = 0; index < limit; index += 1) writeFileSync(join(account, `slot-${index}-used-0-0`), '');
    expect(await drain(budgetOn(machine, stateDir), machine)).toBe(0);
    expect(slotsIn(account)).toHaveLength(limit);
  });

  it('with stamps far ahead on both clocks blocks no process for longer than a lease', async () => {
    const machine = new VirtualMachine();
    const stateDir = temporaryFolder();
    await drain(budgetOn(machine, stateDir), machine);
    const account = accountIn(stateDir);
    const far = `${machine.now() + 1e10}-${machine.uptime() + 1e10}`;
    for (const name of slotsIn(account)) rmSync(join(account, name));
    for (let index = 0; index < limit; index += 1) writeFileSync(join(account, `slot-${index}-used-${far}`), '');
    for (const name of [`gate-until-limited-${far}-0-0`, `limit-is-1-${far}-0-0`, `left-are-0-${far}`]) {
      writeFileSync(join(account, name), '');
    }
    writeFileSync(join(account, `pace-4-9-${far}-${far}`), '');
    expect(await drain(budgetOn(machine, stateDir), machine)).toBe(0);
    await machine.pass(92_000);
    const permit = await budgetOn(machine, stateDir).acquire(never);
    permit.answered({ status: 200, headers: {}, receivedAt: machine.now() });
  });

  it('that was left empty is completed', async () => {
    const machine = new VirtualMachine();
    const stateDir = temporaryFolder();
    await drain(budgetOn(machine, stateDir), machine);
    const account = accountIn(stateDir);
    for (const name of readdirSync(account)) rmSync(join(account, name));
    await machine.pass(200_000);
    expect(await drain(budgetOn(machine, stateDir), machine)).toBe(0);
    await machine.pass(60_100);
    expect(await drain(budgetOn(machine, stateDir), machine)).toBe(limit);
  });

  it('is made by one process only', () => {
    const folder = temporaryFolder();
    const target = join(folder, 'account');
    expect(createFolderAtOnce(target, join(folder, 'a'), { one: '', two: '' })).toBe(true);
    expect(createFolderAtOnce(target, join(folder, 'b'), { three: '' })).toBe(false);
    expect(readdirSync(target).sort()).toEqual(['one', 'two']);
    expect(lstatSync(join(target, 'one')).mode & 0o777).toBe(0o600);
    const shared = folderNames(target);
    expect(shared.rename('one', 'three')).toBe(true);
    expect(shared.rename('one', 'four')).toBe(false);
    expect(shared.add('three')).toBe(false);
  });
});
