/** `trips remove` removes one trip, whatever its file is, and lists those that are left. */
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { expect, test } from 'vitest';
import { tripsFolder } from '../../../src/trips/folder.ts';
import { checked, fileOf, part, savedQuote, trip } from '../../support/saved-trips.ts';

test('it lists those that are left', async () => {
  const rental = await savedQuote();
  await rental.run(`quote 12 ${trip} --save other`);
  const other = { name: 'other', command: part('--vehicle 12 --insurance none --no-input') };
  expect(await rental.json('trips remove one')).toMatchObject([other]);
  expect(await rental.run('trips remove other')).toMatchObject({
    code: 0,
    stderr: 'note: removed: other\n',
  });
  expect(await rental.json('trips')).toEqual([]);
});

test('several names with commas are an error that says to give one at a time', async () => {
  const rental = await savedQuote();
  await rental.run(`quote 12 ${trip} --save other`);
  for (const command of ['remove', 'show', 'history'])
    expect(await rental.run(`trips ${command} one,other`)).toMatchObject({
      code: 2,
      stderr:
        'error: "one,other" names 2 trips, and only one can be given\nhint: give one at a time: one, then other\n',
    });
  expect(await rental.json('trips')).toHaveLength(2);
});

test('a name that is not saved removes nothing', async () => {
  const rental = await savedQuote();
  const stderr = 'error: no trip is called "two"\nhint: saved: one\n';
  expect(await rental.run('trips remove two')).toMatchObject({ code: 2, stdout: '', stderr });
  expect(await rental.json('trips')).toHaveLength(1);
});

test('pipes, links, folders and huge files are no trips, are not waited for, and are removed', async () => {
  const rental = await savedQuote();
  const file = (name: string): string => fileOf(rental.env, name);
  execFileSync('mkfifo', [file('pipe')]);
  fs.symlinkSync('/dev/zero', file('link'));
  fs.symlinkSync('/nonexistent', file('dead'));
  fs.mkdirSync(file('place'));
  fs.writeFileSync(file('huge'), '');
  fs.truncateSync(file('huge'), 600 * 1024 * 1024);
  const { documents, stderr } = await checked(rental, '--all');
  expect(documents).toMatchObject([{ name: 'one' }]);
  for (const name of ['pipe', 'link', 'place', 'huge'])
    expect(stderr).toContain(`"${name}" cannot be read`);
  for (const name of ['pipe', 'link', 'dead', 'place', 'huge', 'ONE'])
    expect(await rental.run(`trips remove ${name}`)).toMatchObject({
      code: 0,
      stderr: part(`note: removed: ${name.toLowerCase()}\n`),
    });
  expect(fs.readdirSync(tripsFolder(rental.env))).toEqual([]);
});

test('a folder with files in it stays', async () => {
  const rental = await savedQuote();
  const folder = fileOf(rental.env, 'place');
  fs.mkdirSync(folder);
  fs.writeFileSync(`${folder}/mine`, 'x');
  expect(await rental.run('trips remove place')).toMatchObject({ code: 9, stdout: '' });
  expect(fs.readdirSync(folder)).toEqual(['mine']);
});
