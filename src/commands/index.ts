/** Every command, in the order of the help. */
import availability from './availability.ts';
import bookLink from './book-link.ts';
import type { Command } from './command.ts';
import compare from './compare.ts';
import depots from './depots.ts';
import extras from './extras.ts';
import limits from './limits.ts';
import operators from './operators.ts';
import plan from './plan.ts';
import quote from './quote.ts';
import sandbox from './sandbox.ts';
import smoke from './smoke.ts';

export const commands: readonly Command[] = [
  plan,
  quote,
  compare,
  depots,
  availability,
  extras,
  bookLink,
  smoke,
  sandbox,
  limits,
  operators,
];
