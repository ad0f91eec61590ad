/** Every command, in the order of the help. */
import availability from './availability.ts';
import bookLink from './book-link.ts';
import type { Command } from '../cli/command.ts';
import config from './config.ts';
import compare from './compare/index.ts';
import completion from './completion/index.ts';
import depots from './depots.ts';
import extras from './extras.ts';
import limits from './limits.ts';
import mcp from './mcp.ts';
import operators from './operators/index.ts';
import plan from './plan/index.ts';
import quote from './quote.ts';
import sandbox from './sandbox.ts';
import schema from './schema.ts';
import smoke from './smoke/index.ts';
import trips from './trips/index.ts';

export const commands: readonly Command[] = [
  plan,
  quote,
  compare,
  depots,
  availability,
  extras,
  bookLink,
  trips,
  smoke,
  sandbox,
  limits,
  operators,
  config,
  mcp(() => commands),
  schema(() => commands),
  completion,
];
