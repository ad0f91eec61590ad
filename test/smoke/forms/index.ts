/** All faults that smoke has to find: those of the sandbox, and further forms of them. */
import type { Change } from '../../../src/sandbox/change.ts';
import { faults } from '../../../src/sandbox/index.ts';
import { errorFaults, limitFaults } from './errors.ts';
import { listFaults } from './lists.ts';
import { quoteFaults } from './quotes.ts';
import { siteFaults } from './site.ts';

interface Planted {
  readonly name: string;
  readonly change: Change;
  /** The checks that find it, as bad as `severity` says. */
  readonly rules: readonly string[];
  readonly severity: string;
}

const warned = ['quote-sums', 'limits-value'];
const ofSandbox = Object.entries(faults).map(([name, change]): Planted => {
  return { name, change, rules: [name], severity: warned.includes(name) ? 'warn' : 'fail' };
});

const further = { ...listFaults, ...quoteFaults, ...errorFaults, ...siteFaults, ...limitFaults };
const furtherOnes = Object.entries(further).map(([key, change]): Planted => {
  const [severity = '', name = '', ...others] = key.split(' ');
  return { name, change, rules: [name.replace(/:.*/, ''), ...others], severity };
});

export const planted = [...ofSandbox, ...furtherOnes];
