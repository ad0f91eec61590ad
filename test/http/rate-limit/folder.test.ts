/** The folder of the budget: where it is, and what happens if it breaks or others change it. */
import fs, {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findBudgetsFolder } from '../../../src/http/rate-limit/budgets-folder.ts';
import { temporaryFolder } from '../../support/environment.ts';
import { replace, runAs, runOnWindows } from '../../support/user.ts';
import { notices, send, sharedFolder, uid, unprivileged } from './support.ts';

const limit = 10;
/** A user of this test only, so that its folder in /tmp is never a real one. */
const stranger = 1_900_000_000 + process.pid;
const inTmp = `/tmp/rental-budget-${stranger}`;

function plantInTmp(plant: (path: string) => void): void {
  plant(inTmp);
  onTestFinished(() => rmSync(inTmp, { recursive: true, force: true }));
}

describe('the state folder', () => {
  it('is RENTAL_STATE_DIR, else one in the home folder of the user, whatever the session says', () => {
    const folder = temporaryFolder();
    runAs(folder);
    const names = ['HOME', 'XDG_STATE_HOME', 'XDG_RUNTIME_DIR', 'TMPDIR'];
    const session = Object.fromEntries(names.map((name) => [name, join(folder, name)]));
    const own = join(folder, '.local', 'state', 'rental', 'budget');
    expect(findBudgetsFolder(session)).toEqual({ path: own });
    expect(readdirSync(folder)).toEqual(['.local']);
    expect(statSync(own).mode & 0o777).toBe(0o700);
    const named = findBudgetsFolder({
      ...session,
      RENTAL_STATE_DIR: join(folder, 'deep', 'state'),
    });
    expect(named).toEqual({ path: join(folder, 'deep', 'state', 'budget') });
  });

  it('is one in the local data of the user on Windows', () => {
    const folder = temporaryFolder();
    runOnWindows(join(folder, 'me'));
    const look = (LOCALAPPDATA?: string) => findBudgetsFolder({ LOCALAPPDATA });
    expect(look(folder)).toMatchObject({ path: join(folder, 'rental', 'budget') });
    const path = join(folder, 'me', 'AppData', 'Local', 'rental', 'budget');
    for (const odd of [undefined, '', 'local']) expect(look(odd)).toMatchObject({ path });
  });

  describe.skipIf(process.platform === 'win32')('without a home folder', () => {
    it('is one in /tmp, wherever temporary files of the session are', () => {
      const folder = temporaryFolder();
      runAs(join(folder, 'none'));
      const env = { HOME: folder, TMPDIR: folder, XDG_RUNTIME_DIR: folder };
      const found = { path: `/tmp/rental-budget-${uid}` };
      expect(findBudgetsFolder(env)).toEqual(found);
      runAs(undefined);
      expect(findBudgetsFolder(env)).toEqual(found);
    });

    it.each<[string, (path: string) => void]>([
      ['is a file', (path) => writeFileSync(path, '')],
      ['is a link', (path) => symlinkSync('/var', path)],
      ['belongs to another user', (path) => mkdirSync(path)],
    ])('is none if the one in /tmp %s', (_, plant) => {
      runAs('/nowhere', stranger);
      plantInTmp(plant);
      const { path, notice } = findBudgetsFolder({});
      expect(path).toBeUndefined();
      expect(notice).toMatch(
        /^the request budget cannot be stored in .tmp.*; it is not shared with other processes$/,
      );
    });
  });

  const troubles: Record<string, (state: string) => void> = {
    'open to all': (state) => {
      mkdirSync(join(state, 'budget'), { recursive: true });
      chmodSync(join(state, 'budget'), 0o777);
    },
    'in a folder in which others can replace it': (state) => {
      mkdirSync(state);
      chmodSync(state, 0o777);
    },
  };
  it.each(Object.entries(troubles))(
    'that is %s is not used: the next one is, with a notice',
    async (_, plant) => {
      const folder = temporaryFolder();
      runAs(folder);
      const { machine, drain, stateDir } = sharedFolder(join(folder, 'state'));
      plant(stateDir);
      expect([await drain(), await drain()]).toEqual([limit, 0]);
      expect(notices(machine)[0]).toMatch(
        /^the request budget cannot be stored in .*state.budget \(.+\)$/,
      );
      expect(existsSync(join(folder, '.local', 'state', 'rental', 'budget'))).toBe(true);
    },
  );

  it('that cannot be made, or is read-only, is replaced by a budget in memory, with one notice', async () => {
    const folder = temporaryFolder();
    await unprivileged(folder, async () => {
      runAs(join(folder, 'none'), stranger);
      plantInTmp((path) => writeFileSync(path, ''));
      mkdirSync(join(folder, 'state'), { mode: 0o500 });
      const { machine, open, drain } = sharedFolder(join(folder, 'state'));
      const budget = open();
      expect([await drain(budget), await drain(budget)]).toEqual([limit, 0]);
      expect(notices(machine)).toEqual([
        expect.stringMatching(/EACCES.*; it is not shared with other processes$/),
      ]);
    });
  });
});

describe('on Windows', () => {
  it.each(['EBUSY', 'EPERM', 'EACCES'])(
    'a slot that another program has open is taken later (%s)',
    async (code) => {
      const { machine, stateDir, open, drain, slots } = sharedFolder();
      runOnWindows(stateDir);
      const budget = open();
      await send(budget, machine);
      let held = slots().find((name) => name.endsWith('-used-0-0'));
      replace(fs, 'renameSync', (rename) => (from: string, to: string) => {
        if (held !== undefined && String(from).endsWith(held))
          throw Object.assign(new Error(code), { code });
        rename(from, to);
      });
      for (let count = 1; count < limit - 1; count += 1) await send(budget, machine);
      const last = send(budget, machine);
      held = undefined;
      await last;
      expect(await drain(budget)).toBe(0);
      expect(notices(machine)).toEqual([]);
    },
  );

  it('a folder that cannot be written is not shared', async () => {
    const { machine, stateDir, open, drain } = sharedFolder();
    runOnWindows(stateDir);
    const budget = open();
    await send(budget, machine);
    const refuse = () => {
      throw Object.assign(new Error('EPERM'), { code: 'EPERM' });
    };
    for (const name of ['renameSync', 'openSync', 'writeFileSync', 'unlinkSync'] as const)
      replace(fs, name, () => refuse);
    expect(await drain(budget)).toBe(limit - 1);
    expect(notices(machine)).toEqual([expect.stringContaining('cannot be used (EPERM)')]);
  });
});

describe('disk trouble', () => {
  it('when the folder is deleted during a command, used requests stay used, with one notice', async () => {
    const { machine, open, drain, account } = sharedFolder();
    const budget = open();
    for (let index = 0; index < 4; index += 1) await send(budget, machine);
    rmSync(account(), { recursive: true });
    expect(await drain(budget)).toBe(limit - 4);
    expect(notices(machine)).toEqual([expect.stringContaining('cannot be used')]);
    await machine.pass(60_100);
    expect(await drain(budget)).toBe(limit);
  });
});

it('a folder that a killed process left half made is removed a minute later, and no other', async () => {
  const { machine, drain, stateDir } = sharedFolder();
  const home = join(stateDir, 'budget');
  mkdirSync(home, { mode: 0o700 });
  const plant = (name: string, ageMs: number): void => {
    mkdirSync(join(home, name));
    writeFileSync(join(home, name, 'slot-0-used-0-0'), '');
    const made = (machine.now() - ageMs) / 1_000;
    utimesSync(join(home, name), made, made);
  };
  plant('new-0123456789ab', 61_000);
  plant('new-ba9876543210', 59_000);
  plant('new-things', 61_000);
  await drain();
  const left = () => readdirSync(home).filter((name) => name.startsWith('new-'));
  expect(left()).toEqual(['new-ba9876543210', 'new-things']);
  await machine.pass(2_000);
  await drain();
  expect(left()).toEqual(['new-things']);
});

describe('a damaged folder', () => {
  it('keeps junk of every kind and ignores it', async () => {
    const { machine, drain, account } = sharedFolder();
    expect(await drain()).toBe(limit);
    const odd = [
      'slot-1-used-1',
      'slot-99999999-used-1-1',
      'slot-1-used-1-9999999999999999',
      'slot-1-whim-1-1',
    ];
    const junk = [...odd, 'cooldown-whim-1-1-1', '\u001b[2J', 'x'.repeat(200), '.hidden'];
    for (const name of junk) writeFileSync(join(account(), name), 'junk');
    writeFileSync(
      Buffer.concat([Buffer.from(account() + '/slot-'), Buffer.from([0xff, 0xfe])]),
      '',
    );
    mkdirSync(join(account(), 'slot-folder'));
    symlinkSync('/nowhere', join(account(), 'slot-link'));
    expect(await drain()).toBe(0);
    await machine.pass(60_100);
    expect(await drain()).toBe(limit);
    expect(notices(machine)).toEqual([]);
    expect(readdirSync(account())).toEqual(expect.arrayContaining(junk));
  });

  it('with times far ahead blocks no process for longer than a window', async () => {
    const { machine, drain, slots, account } = sharedFolder();
    await drain();
    const far = machine.now() + 1e10;
    for (const name of slots()) rmSync(join(account(), name));
    for (let index = 0; index < limit; index += 1)
      writeFileSync(join(account(), `slot-${index}-used-${far}-${far}`), '');
    for (const name of [`cooldown-${far}-${far}-0`, `cooldown-1-${far}-1`])
      writeFileSync(join(account(), name), '');
    expect(await drain()).toBe(0);
    await machine.pass(60_100);
    expect(await drain()).toBe(limit);
  });

  it.each([/^slot-[5-9]-/, /^slot-0-/])(
    'without the slots %s counts them as just used',
    async (deleted) => {
      const { machine, drain, slots, account, open, status } = sharedFolder();
      expect(await drain()).toBe(limit);
      await machine.pass(30_000);
      for (const name of slots().filter((one) => deleted.test(one))) rmSync(join(account(), name));
      expect(status()).toMatchObject({ used: limit, free: 0 });
      expect(await drain()).toBe(0);
      const missedAt = machine.now();
      await machine.pass(60_050);
      await drain();
      expect(slots()).toHaveLength(limit);
      await machine.until(open({ maxWaitMs: 61_000 }).acquire(new AbortController().signal));
      expect(machine.now() - missedAt).toBeLessThan(60_100 + 30_200);
    },
  );
});

it('after a process with a higher limit, a wait ends when its slots come free', async () => {
  const { machine, open, drain, status } = sharedFolder();
  const start = machine.now();
  await drain({ limit: 4 * limit, windowMs: 20_000 });
  const { used, wait } = status();
  expect(used).toBe(limit);
  expect(wait!.until - start).toBeLessThan(21_000);
  // Ten are sent after 20 s, ten a window later; the others would have to wait longer.
  const budget = open({ maxWaitMs: 82_000 });
  const sent = Array.from({ length: 3 * limit }, async () =>
    (await budget.acquire(new AbortController().signal)).settle(),
  );
  const settled = await machine.until(Promise.allSettled(sent));
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(2 * limit);
});
