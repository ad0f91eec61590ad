/** Flags as commander has them. */
import { Option } from 'commander';
import { camelCase, termOf, textOf, type Flag } from './flags.ts';

/** `spelling` can be another name of the flag: its value has the key of the flag. */
export function optionOf(name: string, flag: Flag, spelling = name): Option {
  const value = 'value' in flag ? ' <value>' : '';
  const short = flag.short === undefined ? '' : `-${flag.short}, `;
  const option = new Option(`${spelling === name ? short : ''}--${spelling}${value}`, textOf(flag));
  option.flags = termOf(spelling, flag);
  // For us, --no-input is a switch of its own.
  option.negate = false;
  option.attributeName = () => camelCase(name);
  return option.hideHelp(spelling !== name);
}
