/** The screens that are stored, by the names of their files: what is typed for each. */
/** Two depots are called Auckland. */
const twoRoutes = ['--pick-up', 'auckland', '--drop-off', 'queenstown'];
const trip = [...twoRoutes, '--from', '2026-12-20', '--to', '+7d', '--sandbox'];
const starts = [...twoRoutes, '--from', '2026-12-19'];
const comparison = [...starts, '--sandbox'];
const oneRoute = ['--pick-up', '1', '--drop-off', 'queenstown', '--from', '2026-12-19'];
const week = [...oneRoute, '--flex', '3', '--sandbox'];
const calendar = ['--view', 'calendar'];

export const screens: Readonly<Record<string, readonly string[]>> = {
  start: [],
  'help-quote': ['quote', '--help'],
  depots: ['depots', '--sandbox'],
  availability: ['availability', ...trip],
  extras: ['extras', '101', ...trip],
  quote: [
    'quote',
    '101',
    ...trip,
    '--accessory',
    'child seat,child seat',
    '--insurance',
    'zero excess',
  ],
  plan: ['plan', ...trip, '--vehicle', 'cheapest', '--insurance', 'none'],
  compare: ['compare', ...comparison, '--flex', '3', '--nights', '7..8'],
  'compare-calendar': ['compare', ...comparison, '--flex', '3', '--nights', '7..8', ...calendar],
  'compare-calendar-starts': ['compare', ...week, '--nights', '7', ...calendar],
  'compare-calendar-nights': [
    'compare',
    ...oneRoute,
    '--sandbox',
    '--flex',
    '1',
    '--nights',
    '5..18',
    '--vehicle',
    '110',
    ...calendar,
  ],
  'compare-groups': ['compare', ...comparison, '--nights', '7', '--group-by', 'vehicle'],
  'compare-depots': ['compare', ...comparison, '--nights', '7', '--group-by', 'depots'],
  'compare-dates': ['compare', ...comparison, '--flex', '2', '--nights', '7', '--group-by', 'date'],
  'compare-nights': [
    'compare',
    ...comparison,
    '--flex',
    '1',
    '--nights',
    '6..9',
    '--group-by',
    'nights',
  ],
  'compare-operators': [
    'compare',
    ...starts,
    '--sandbox=a,b',
    '--nights',
    '7',
    '--group-by',
    'operator',
  ],
  'compare-dry-run': ['compare', ...starts, '--sandbox=a,b', '--nights', '7..9', '--dry-run'],
  'book-link': ['book-link', '101', ...trip],
  smoke: ['smoke', '--sandbox'],
  limits: ['limits', '--sandbox'],
  operators: ['operators'],
  trips: ['trips'],
  'trips-show': ['trips', 'show', 'south'],
  'trips-show-calendar': ['trips', 'show', 'december', '--view', 'calendar'],
  'trips-history': ['trips', 'history', 'south'],
  'trips-check': ['trips', 'check', 'south'],
  'unknown-depot': [
    'availability',
    '--pick-up',
    'aukland',
    '--from',
    'sat',
    '--to',
    '+3d',
    '--sandbox',
  ],
  'unknown-vehicle': ['quote', 'kea', ...trip],
  unavailable: ['quote', '107', ...trip],
  'refused-field': ['quote', '101', ...trip, '--accessory', '999'],
  'several-names': ['quote', 'campervan', ...trip],
};

const alike = ['--pick-up', 'all', '--from', '2026-12-19', '--nights', '7'];
const twins = ['--pick-up', '1,2', '--vehicle', '11,12'];
const pair = ['--pick-up', '3', '--drop-off', '5', '--from', '2026-12-19', '--nights', '7'];

/** The same of operators whose names look alike. */
export const lookAlikeScreens: Readonly<Record<string, readonly string[]>> = {
  'alike-depots': ['depots'],
  'alike-availability': ['availability', ...pair],
  'alike-extras': ['extras', '11', ...pair],
  'alike-operators': ['operators'],
  'alike-quote': ['quote', '16', ...pair, '--accessory', '4,3', '--insurance', '8'],
  'alike-compare': ['compare', ...alike, '--flex', '1', '--limit', '14'],
  'alike-compare-both': ['compare', ...alike, '--operator', 'north-shore-campers,north-shore-cars'],
  'alike-vehicles': ['compare', ...alike, '--group-by', 'vehicle'],
  'alike-groups': ['compare', ...alike, '--group-by', 'depots'],
  'alike-calendar': [
    'compare',
    ...twins,
    '--from',
    '2026-12-19',
    '--flex',
    '1',
    '--nights',
    '7..9',
    ...calendar,
  ],
  'alike-error': ['quote', 'kea', ...pair],
};
