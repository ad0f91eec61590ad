import { expect } from 'vitest';
import { finalScreen, type ScreenOptions } from '../support/screen.ts';
import { lookNames, markedText, textOf } from '../support/styled-screen.ts';

/** A screen with and without colour, as the files of `pinned/` have it. `hasBoth`: else only with colour. */
export async function pinnedPage(args: readonly string[], options: ScreenOptions, hasBoth: boolean): Promise<string> {
  const [coloured, plain] = await Promise.all([
    finalScreen(args, options),
    hasBoth ? finalScreen(args, { ...options, env: { ...options.env, NO_COLOR: '1' } }) : [],
  ]);
  expect(plain.flat().filter((piece) => lookNames({ ...piece, link: false }) !== '')).toEqual([]);
  const isSame = plain.length === 0 || textOf(plain) === textOf(coloured);
  const without = isSame ? 'the same text' : textOf(plain);
  return `${markedText(coloured)}\n\n=== NO_COLOR ===\n${without}\n`;
}
