/** All faults that smoke has to find: those of the sandbox, and further forms of them. */
import { faults } from '../../../src/sandbox/faults.ts';
import { errorFaults, limitFaults } from './errors.ts';
import { listFaults } from './lists.ts';
import { quoteFaults } from './quotes.ts';
import { siteFaults } from './site.ts';

const warned = ['quote-sums', 'site-openapi-same', 'limits-value'];
const ofSandbox = Object.entries(faults).map(([name, change]) => {
  return { name, change, rules: [name], severity: warned.includes(name) ? 'warn' : 'fail' };
});

const further = { ...listFaults, ...quoteFaults, ...errorFaults, ...siteFaults, ...limitFaults };

/** `rules` are the checks that find it, as bad as `severity` says. */
export const allFaults = Object.entries(further)
  .map(([key, change]) => {
    const [severity = '', name = '', ...others] = key.split(' ');
    return { name, change, rules: [name.replace(/:.*/, ''), ...others], severity };
  })
  .concat(ofSandbox);
