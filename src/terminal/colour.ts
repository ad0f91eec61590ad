/** Colour is decided once for each stream: by the flag, then by environment variables, then by whether it is a terminal. */
import { Chalk, type ChalkInstance, type ColorSupportLevel } from 'chalk';
import type { Style } from '../result.ts';
import { isOff } from '../text.ts';
import type { Io } from './io.ts';

export type ColourFlag = 'auto' | 'always' | 'never';

type Env = Io['env'];
type Stream = { readonly isTTY?: boolean | undefined };

export type Palette = ReturnType<typeof createPalette>;

/** Paints text by its meaning. Returns the text unchanged on a stream without colour. */
export function createPalette(stream: Stream, env: Env, flag: ColourFlag) {
  const level = colourLevel(stream, env, flag);
  const chalk = new Chalk({ level });
  const styles: Readonly<Record<Style, (text: string) => string>> = {
    heading: chalk.bold,
    strong: chalk.bold,
    dim: chalk.dim,
    good: chalk.green,
    warning: chalk.yellow,
  };
  return {
    level,
    paint: (style: Style | undefined, text: string) =>
      style === undefined || text === '' ? text : styles[style](text),
    /** Black on white, whatever the terminal's own colours are. It chooses the first 16 itself, so use others where there are more. */
    code: (text: string) => (level < 2 ? chalk.bgWhiteBright.black : chalk.bgAnsi256(231).ansi256(16))(text),
    /** For amounts, from green for the lowest over yellow to red for the highest, readable on any background. */
    shades: heatScale(chalk),
    /** The parts of JSON, as gh and jq paint them. */
    json: {
      key: (text: string) => chalk.bold.blue(text),
      string: (text: string) => chalk.green(text),
      other: (text: string) => chalk.yellow(text),
    },
    error: (text: string) => chalk.bold.red(text),
    accent: (text: string) => chalk.cyan(text),
  };
}

/** Green, light green, yellow, orange and red of the 256 colours: all light enough for black text. */
const heatBackgrounds = [114, 156, 228, 215, 210];

function heatScale(chalk: ChalkInstance): ChalkInstance[] {
  // A terminal chooses its own 16 colours. Some are too dark as a background, so colour the text instead.
  if (chalk.level < 2) return [chalk.green, chalk.yellow, chalk.red];
  return heatBackgrounds.map((colour) => chalk.bgAnsi256(colour).ansi256(16));
}

/** Flag > NO_COLOR > FORCE_COLOR, CLICOLOR_FORCE > CLICOLOR=0, TERM=dumb > terminal. An empty variable counts as unset. */
export function colourLevel(stream: Stream, env: Env, flag: ColourFlag): ColorSupportLevel {
  if (flag === 'never') return 0;
  if (flag === 'always') return colourDepth(env);
  if (env['NO_COLOR']) return 0;
  if (env['FORCE_COLOR']) return isOff(env['FORCE_COLOR']) ? 0 : forcedDepth(env);
  if (!isOff(env['CLICOLOR_FORCE'])) return colourDepth(env);
  if (env['CLICOLOR'] === '0' || env['TERM'] === 'dumb') return 0;
  return stream.isTTY === true ? colourDepth(env) : 0;
}

/** FORCE_COLOR=1, 2 or 3 also sets the depth. */
function forcedDepth(env: Env): ColorSupportLevel {
  const level = Number(env['FORCE_COLOR']);
  return level === 1 || level === 2 || level === 3 ? level : colourDepth(env);
}

function colourDepth(env: Env): ColorSupportLevel {
  if (/^(truecolor|24bit)$/i.test(env['COLORTERM'] ?? '')) return 3;
  return /256/.test(env['TERM'] ?? '') ? 2 : 1;
}
