/** Whether a stream has colour, and the colours. */
import { Chalk } from 'chalk';
import type { Style } from '../result.ts';
import { isOff } from '../base/words.ts';
import type { Io } from './io.ts';

type ColourFlag = 'auto' | 'always' | 'never';

type Env = Io['env'];
type Stream = { readonly isTTY?: boolean | undefined };

export type Palette = ReturnType<typeof createPalette>;

/** Paints text by its meaning, if the stream has colour. */
export function createPalette(stream: Stream, env: Env, flag: ColourFlag) {
  const isOn = hasColour(stream, env, flag);
  // Level 1: the 16 colours that the terminal chooses to suit its background.
  const chalk = new Chalk({ level: isOn ? 1 : 0 });
  const styles: Readonly<Record<Style, (text: string) => string>> = {
    heading: chalk.bold,
    strong: chalk.bold,
    dim: chalk.dim,
    good: chalk.green,
    warning: chalk.yellow,
    // A camera needs this contrast.
    code: chalk.bgBlack.whiteBright,
  };
  return {
    isOn,
    paint: (style: Style | undefined, text: string) =>
      style === undefined || text === '' ? text : styles[style](text),
    error: (text: string) => chalk.bold.red(text),
    accent: (text: string) => chalk.cyan(text),
  };
}

/**
 * Flag > NO_COLOR > FORCE_COLOR, CLICOLOR_FORCE > CLICOLOR=0, TERM=dumb > terminal. An empty
 * variable counts as unset.
 */
function hasColour(stream: Stream, env: Env, flag: ColourFlag): boolean {
  if (flag !== 'auto') return flag === 'always';
  if (env['NO_COLOR']) return false;
  if (env['FORCE_COLOR']) return !isOff(env['FORCE_COLOR']);
  if (!isOff(env['CLICOLOR_FORCE'])) return true;
  return stream.isTTY === true && env['CLICOLOR'] !== '0' && env['TERM'] !== 'dumb';
}
