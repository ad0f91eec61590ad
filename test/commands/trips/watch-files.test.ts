/** A watch whose files other programs remove, damage or replace. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tripsFolder } from '../../../src/trips/folder.ts';
import { readTrip } from '../../../src/trips/store.ts';
import { watchedTrip } from '../../support/watched-trip.ts';

test('a trip that is removed ends its watch and no other', async () => {
  const watched = await watchedTrip({ 0: 700 });
  copyFileSync(watched.fileOf('it'), watched.fileOf('away'));
  const isEnd = (round: number): boolean => {
    if (round === 1) rmSync(watched.fileOf('away'));
    return round === 4;
  };
  const { stderr } = await watched.watchLong('--all', { isEnd });
  expect(
    stderr.match(/note: away is over or was removed, so it is no longer watched/g),
  ).toHaveLength(1);
  // One to save it, one of the trip that is removed, and four rounds.
  expect(watched.quotes()).toBe(6);
});

test('a damaged file stops only the watch of its own trip, until it is whole again', async () => {
  const watched = await watchedTrip({ 0: 700, 2: 690, 3: 680, 4: 670 });
  const text = readFileSync(watched.fileOf('it'), 'utf8');
  const isEnd = (round: number): boolean => {
    if (round === 1) writeFileSync(watched.fileOf('copy'), text.slice(0, 99));
    if (round === 3) writeFileSync(watched.fileOf('copy'), text);
    return round === 4;
  };
  writeFileSync(watched.fileOf('copy'), text);
  const { code, stdout, stderr } = await watched.watchLong('copy,it', { isEnd });
  const names = stdout.match(/^\w+(?=: \d)/gm);
  expect({ code, names }).toEqual({ code: 130, names: ['it', 'it', 'copy', 'it'] });
  expect(stderr.match(/warning: the trip "copy" cannot be read: it is damaged\n/g)).toHaveLength(1);
});

test('if a file is damaged while its answer is awaited, its event is reported again later', async () => {
  const watched = await watchedTrip({ 0: 700, 1: 690 });
  const copy = join(watched.env['HOME'] ?? '', 'copy.json');
  copyFileSync(watched.fileOf('it'), copy);
  const stderr = 'warning: the trip "it" cannot be read: it is damaged\n';
  const stdout = 'it: 690.00 NZD, down from 700.00 (a new low)\n';
  // The command of the event damages it before the answer is stored.
  const damage = `--exec 'truncate -s 99 ${watched.fileOf('it')}'`;
  expect(await watched.once(damage)).toMatchObject({ code: 0, stdout, stderr });
  copyFileSync(copy, watched.fileOf('it'));
  expect(await watched.once()).toMatchObject({ code: 0, stdout, stderr: '' });
});

test('a trip that is replaced while its answer is awaited is a warning, and no failure', async () => {
  const watched = await watchedTrip({ 0: 700, 1: 690 });
  const other = readFileSync(watched.fileOf('it'), 'utf8').replaceAll('2026-12-20', '2026-12-21');
  writeFileSync(join(watched.env['HOME'] ?? '', 'other.json'), other);
  const stderr = 'warning: the trip "it" is already saved with another question\n';
  const replace = `--exec 'cp ${join(watched.env['HOME'] ?? '', 'other.json')} ${watched.fileOf('it')}'`;
  expect(await watched.once(replace)).toMatchObject({ code: 0, stderr });
});

test('a disk that cannot take the answer ends the watch', { tags: ['mounts'] }, async () => {
  const watched = await watchedTrip({ 0: 700 });
  const folder = tripsFolder(watched.env);
  execFileSync('mount', ['--bind', '-o', 'ro', folder, folder]);
  onTestFinished(() => void execFileSync('umount', ['-l', folder]));
  const stderr = expect.stringMatching(
    /^(note: .*\n)?error: the trip "it" could not be written: \w+\n/,
  ) as string;
  expect(await watched.watch('it')).toMatchObject({ code: 9, stdout: '', stderr });
});

test('an answer is stored after its event was reported, so that a kill loses no event', async () => {
  const watched = await watchedTrip({ 0: 700, 1: 590 });
  await watched.once(`--exec 'cp ${watched.fileOf('it')} ${watched.fileOf('copy')}'`);
  expect(readTrip(watched.env, 'copy').answers).toHaveLength(1);
  expect(readTrip(watched.env, 'it').answers).toHaveLength(2);
});
