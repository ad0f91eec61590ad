// @module-tag long
/** The screens of saved trips, with a trip whose prices have a past. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { packRecord, unpackRecord, type TripRecord } from '../../src/trips/saved.ts';
import { cleanEnvironment, temporaryFolder } from '../support/environment.ts';
import { run } from '../support/run.ts';
import { now } from '../support/screen.ts';
import { isThorough } from '../support/thorough.ts';
import { pinnedPage } from './pinned-page.ts';

const dayMs = 24 * 3_600_000;
const route = ['--pick-up', '1', '--drop-off', '10', '--sandbox'];
let data: string;

beforeEach(async () => {
  data = temporaryFolder();
  const env = { ...cleanEnvironment(temporaryFolder()), XDG_DATA_HOME: data };
  const save = (...line: string[]) => run([...line, ...route, '-q'], { env, now: () => now });
  await save('quote', '101', '--from', '2026-12-20', '--to', '+7d', '--accessory', '301', '--save', 'south');
  await save('compare', '--from', '2026-12-19', '--flex', '1', '--nights', '7', '--save', 'december');
  age('south');
});

/** Forty answers before, some of them without a price, and another price in the newest one. */
function age(name: string): void {
  const folder = join(data, 'rental', 'trips', name);
  const answers = join(folder, 'answers.ndjson');
  const newest = readFileSync(answers, 'utf8').trim();
  const { record, best, ...head } = JSON.parse(newest) as { record: string; best: object; at: number };
  const text = JSON.stringify(unpackRecord(record));
  const withRecord = (line: string, totalAmount: number, cost: number): string => {
    const other = text.replace(/("cost":)[\d.]+/, `$1${cost}`).replace(/("totalAmount":)[\d.]+/, `$1${totalAmount}`);
    return `${line.slice(0, -1)},"record":"${packRecord(JSON.parse(other) as TripRecord)}"}`;
  };
  const last = JSON.stringify({ ...head, best: { ...best, totalAmount: 999 } });
  const before = Array.from({ length: 40 }, (_, day) => {
    const isGone = day > 20 && day < 26;
    const totalAmount = 900 + Math.round(80 * Math.sin(day / 5));
    const end = isGone ? { end: 'not_available' } : { best: { ...best, totalAmount } };
    const line = JSON.stringify({ ...head, id: `day ${day}`, at: now - (40 - day) * dayMs, ...end });
    return day === 0 ? withRecord(line, totalAmount, 35) : line;
  });
  writeFileSync(answers, [...before, withRecord(last, 999, 77), ''].join('\n'));
}

describe.each([
  ['trips', ['trips']],
  ['trips-show', ['trips', 'show', 'south']],
  ['trips-show-calendar', ['trips', 'show', 'december', '--view', 'calendar']],
  ['trips-history', ['trips', 'history', 'south']],
  ['trips-check', ['trips', 'check', 'south']],
])('%s', (name, args) => {
  test('looks as it did before', async () => {
    const hasBoth = isThorough && name !== 'trips-check';
    const page = await pinnedPage(args, { columns: 80, env: { XDG_DATA_HOME: data } }, hasBoth);
    await expect(page).toMatchFileSnapshot(`pinned/${name}-80.txt`);
  });
});
