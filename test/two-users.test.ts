/** Another user of the machine neither reads nor changes what the program keeps. */
import { chmodSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cleanEnvironment, temporaryFolder } from './support/environment.ts';
import { cli } from './support/cli.ts';
import { operator, operatorService, tripFlags } from './support/operator.ts';
import { run } from './support/run.ts';
import { fileOf } from './support/saved-trips.ts';

test('all that the program keeps is for its user alone, even if the session allows everything', async () => {
  const { baseUrl } = operator();
  const home = temporaryFolder();
  const umask = process.umask(0);
  onTestFinished(() => void process.umask(umask));
  for (const line of [
    ['operators', 'add', 'mine', baseUrl],
    ['depots'],
    ['compare', '--pick-up', '1', '--from', '+30d', '--nights', '7'],
    ['quote', '11', ...tripFlags.trip, '--save', 'it'],
  ])
    expect(await run(line, { env: cleanEnvironment(home) })).toMatchObject({ code: 0 });
  const kept = readdirSync(home, { recursive: true, encoding: 'utf8' });
  for (const place of [/config\.json$/, /names-/, /answers-/, /slot/, /trips\/it\.json/]) {
    expect(kept).toContainEqual(expect.stringMatching(place));
  }
  expect(kept.filter((path) => (statSync(join(home, path)).mode & 0o077) !== 0)).toEqual([]);
});

test('a saved trip that belongs to another user is not taken for a damaged one', async () => {
  const { run, env } = cli(operatorService());
  await run(['quote', '11', ...tripFlags.trip, '--save', 'it']);
  const file = fileOf(env, 'it');
  for (let folder = dirname(file); folder.startsWith(env['HOME']!); folder = dirname(folder))
    chmodSync(folder, 0o755);
  chmodSync(file, 0);
  // The superuser may read everything.
  const user = process.geteuid?.();
  if (user === 0) process.seteuid?.(65_534);
  onTestFinished(() => void (user === 0 && process.seteuid?.(0)));
  const stderr = `error: the trip "it" cannot be read: EACCES`;
  const ended = await run('trips show it');
  expect(ended).toMatchObject({ code: 9, stdout: '', stderr: expect.stringContaining(stderr) });
  expect(ended.stderr).toContain(`hint: check that you may read ${file}\n`);
});

test('a configuration that cannot be opened is an error', async () => {
  const config = ['--config', `/${'long'.repeat(100)}`];
  for (const line of [['depots'], ['operators', 'add', 'mine', 'http://127.0.0.1:9']]) {
    const stderr: unknown = expect.stringMatching(/^error: cannot read \S+: ENAMETOOLONG/);
    expect(await run([...line, ...config])).toMatchObject({ code: 2, stdout: '', stderr });
  }
});
