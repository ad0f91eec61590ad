/** Clear violations of the interface document, one in each operator. */
import { wholeDefects } from './bodies.ts';
import { errorDefects } from './errors.ts';
import { fieldDefects } from './fields.ts';
import { formatDefects } from './formats.ts';
import { limitDefects } from './limits.ts';
import { oddities } from './oddities.ts';
import type { Planted } from './planted.ts';
import { identifierDefects, selectionDefects } from './selections.ts';
import { siteDefects } from './site.ts';

export const planted: readonly Planted[] = [
  ...fieldDefects,
  ...formatDefects,
  ...identifierDefects,
  ...selectionDefects,
  ...wholeDefects,
  ...errorDefects,
  ...limitDefects,
  ...siteDefects,
  ...oddities,
];
