/**
 * Dashes and quotes that a word processor or a chat makes of those that a shell knows: nothing is
 * sent, and the error names them.
 */
import { expect, test } from 'vitest';
import { cli } from '../../support/cli.ts';
import { operatorService } from '../../support/operator.ts';

const rental = () => cli(operatorService());

test.each([
  ['—sandbox', 'an em dash (U+2014)', '--sandbox'],
  ['–pick-up', 'an en dash (U+2013)', '--pick-up'],
  ['‒from', 'a figure dash (U+2012)', '--from'],
  ['―to=+7d', 'a horizontal bar (U+2015)', '--to=+7d'],
  ['−v', 'a minus sign (U+2212)', '-v'],
  ['﹘sandbox', 'a small em dash (U+FE58)', '--sandbox'],
  ['－－json', 'a full-width hyphen (U+FF0D)', '--json'],
  ['‑‑json', 'a non-breaking hyphen (U+2011)', '--json'],
  ['–—json', 'an en dash (U+2013)', '--json'],
  ['⸺json', 'a dash (U+2E3A)', '--json'],
])('the flag %s is refused before anything is sent', async (word, name, right) => {
  const { run, requests } = rental();
  for (const line of [
    ['depots', word],
    ['depots', '--json', word, 'x'],
    [word, 'depots'],
    ['quote', '1', word],
  ]) {
    const { code, stdout, stderr } = await run(line);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(` begins with ${name} instead of `);
    expect(stderr).toContain(`write ${right}`);
  }
  expect(requests()).toEqual([]);
});

test.each([
  [['--vehicle', '“child', 'seat”'], 'a curly quotation mark (U+201C)'],
  [['--vehicle=“kea”'], 'a curly quotation mark (U+201C)'],
  [['--from', '”+30d”'], 'a curly quotation mark (U+201D)'],
  [['--accessory', '‘child', 'seat’'], 'a curly apostrophe (U+2018)'],
  [['--accessory=’gps’'], 'a curly apostrophe (U+2019)'],
  [['--vehicle', '„Kea“'], 'a low quotation mark (U+201E)'],
  [['--vehicle', '«Kea»'], 'an angle quotation mark (U+00AB)'],
])('the value %j is refused before anything is sent', async (words, name) => {
  const { run, requests } = rental();
  const { code, stdout, stderr } = await run([
    'compare',
    '--pick-up',
    '1',
    '--from',
    '+30d',
    '--nights',
    '7',
    ...words,
  ]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(` begins with ${name}`);
  expect(stderr).toContain('hint: write straight quotes');
  expect(requests()).toEqual([]);
});

test('a date that begins with an en dash is refused before anything is sent', async () => {
  const { run, requests } = rental();
  const { code, stderr } = await run(['compare', '--pick-up', '1', '--from', '–30d']);
  expect(code).toBe(2);
  expect(stderr).toContain('"–30d" begins with an en dash (U+2013) instead of a hyphen');
  expect(requests()).toEqual([]);
});

test('within a word, and after --, these characters are taken as they are', async () => {
  const { run, requests } = rental();
  for (const line of [
    ['depots', 'Kea – “Deluxe”'],
    ['depots', '--', '“auckland”'],
    ['depots', '--', '—'],
  ])
    expect(await run(line)).toMatchObject({ code: 0 });
  expect(requests().length).toBeGreaterThan(0);
});
