/** Colour is decided once a stream: flag, then the variables people set, then whether it is a terminal. */
import { Chalk, type ChalkInstance, type ColorSupportLevel } from 'chalk';
import type { Style } from '../result.ts';

export type ColourFlag = 'auto' | 'always' | 'never';

type Env = Readonly<Record<string, string | undefined>>;

/** What a text means, with the look it has on this stream; without colour every one returns its text. */
export interface Palette {
  readonly level: ColorSupportLevel;
  paint(style: Style | undefined, text: string): string;
  /** Column headers. */
  header(text: string): string;
  /** Labels beside values. */
  label(text: string): string;
  link(text: string): string;
  /** A figure: green for the lowest (0) over yellow to red for the highest (1), readable on any background. */
  shade(share: number, text: string): string;
  error(text: string): string;
  hint(text: string): string;
  accent(text: string): string;
}

export function createPalette(stream: { readonly isTTY?: boolean | undefined }, env: Env, flag: ColourFlag): Palette {
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
    paint: (style, text) => (style === undefined || text === '' ? text : styles[style](text)),
    header: (text) => chalk.dim(text),
    label: (text) => chalk.dim(text),
    link: (text) => chalk.cyan(text),
    shade: (share, text) => {
      const steps = level >= 2 ? heat.map((colour) => chalk.bgAnsi256(colour).ansi256(16)) : sixteen(chalk);
      const step = Math.min(steps.length - 1, Math.floor(Math.max(0, share) * steps.length));
      return steps[step]?.(text) ?? text;
    },
    error: (text) => chalk.bold.red(text),
    hint: (text) => chalk.cyan(text),
    accent: (text) => chalk.cyan(text),
  };
}

/** Of the 256 colours: green, light green, yellow, orange, red; all light enough for black text. */
const heat = [114, 156, 228, 215, 210];

/** The 16 colours are the terminal's own, some too dark for text on them: the figures themselves are coloured. */
function sixteen(chalk: ChalkInstance): ChalkInstance[] {
  return [chalk.green, chalk.yellow, chalk.red];
}

/** Flag > NO_COLOR > FORCE_COLOR and CLICOLOR_FORCE > CLICOLOR=0 and TERM=dumb > terminal. An empty variable is not set. */
export function colourLevel(
  stream: { readonly isTTY?: boolean | undefined },
  env: Env,
  flag: ColourFlag,
): ColorSupportLevel {
  if (flag === 'never') return 0;
  if (flag === 'always') return depth(env);
  if (env['NO_COLOR']) return 0;
  if (env['FORCE_COLOR']) return isOff(env['FORCE_COLOR']) ? 0 : forcedDepth(env);
  if (env['CLICOLOR_FORCE'] && !isOff(env['CLICOLOR_FORCE'])) return depth(env);
  if (env['CLICOLOR'] === '0' || env['TERM'] === 'dumb') return 0;
  return stream.isTTY === true ? depth(env) : 0;
}

function isOff(value: string): boolean {
  return ['0', 'false', 'no'].includes(value.toLowerCase());
}

/** FORCE_COLOR may also say how much: 1, 2 or 3. */
function forcedDepth(env: Env): ColorSupportLevel {
  const said = Number(env['FORCE_COLOR']);
  return said === 1 || said === 2 || said === 3 ? said : depth(env);
}

function depth(env: Env): ColorSupportLevel {
  if (/^(truecolor|24bit)$/i.test(env['COLORTERM'] ?? '')) return 3;
  return /256/.test(env['TERM'] ?? '') ? 2 : 1;
}
