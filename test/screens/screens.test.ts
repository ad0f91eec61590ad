// @module-tag long
/** Every screen as a terminal shows it: at 80 columns, with and without colour. */
import { describe, expect, test } from 'vitest';
import { isThorough } from '../support/thorough.ts';
import { pinnedPage } from './pinned-page.ts';

const route = ['--pick-up', 'auckland', '--drop-off', 'queenstown'];
const trip = [...route, '--from', '2026-12-20', '--to', '+7d', '--sandbox'];
const sweep = [...route, '--from', '2026-12-19', '--sandbox'];

const screens: Readonly<Record<string, readonly string[]>> = {
  start: [],
  'help-quote': ['quote', '--help'],
  'help-compare': ['compare', '--help'],
  depots: ['depots', '--sandbox'],
  'depots-none': ['depots', 'aukland', '--sandbox'],
  'depots-day': ['depots', '--day', 'sat', '--sandbox'],
  availability: ['availability', ...trip],
  extras: ['extras', '101', ...trip],
  quote: ['quote', '101', ...trip, '--accessory', 'child seat,child seat', '--insurance', 'zero excess'],
  plan: ['plan', ...trip, '--vehicle', 'cheapest', '--insurance', 'none'],
  compare: ['compare', ...sweep, '--flex', '3', '--nights', '7..8'],
  'compare-calendar': ['compare', ...sweep, '--flex', '3', '--nights', '7..8', '--view', 'calendar'],
  'compare-groups': ['compare', ...sweep, '--nights', '7', '--group-by', 'vehicle'],
  'compare-dry-run': ['compare', ...sweep, '--nights', '7..9', '--dry-run'],
  'book-link': ['book-link', '101', ...trip],
  smoke: ['smoke', '--sandbox'],
  limits: ['limits', '--sandbox'],
  operators: ['operators'],
  'unknown-depot': ['availability', '--pick-up', 'aukland', '--from', 'sat', '--to', '+3d', '--sandbox'],
};

describe.each(Object.entries(screens))('%s', (name, args) => {
  // It is missing without colours. The other screens have the same text, which only the gate checks.
  const hasLegend = name === 'compare-calendar';

  test('looks as it did before', async () => {
    const page = await pinnedPage(args, { columns: 80 }, hasLegend || isThorough);
    await expect(page).toMatchFileSnapshot(`pinned/${name}-80.txt`);
  });
});
