/** The terminal that a view is laid out for. */
import type { Palette } from '../terminal/colour.ts';
import type { Linker } from '../terminal/links.ts';

export interface Look {
  /** Width of the terminal, at least 1. */
  readonly columns: number;
  readonly palette: Palette;
  readonly linker: Linker;
}
