/** What a terminal shows: blocks from top to bottom. */
import type { Block } from '../result.ts';
import { escapeText } from '../terminal/escape.ts';
import { wrap } from '../terminal/width.ts';
import { shownText } from './cells.ts';
import { gridLines } from './grid.ts';
import type { Look } from './look.ts';
import { pairLines } from './pairs.ts';
import { tableLines } from './table.ts';

export function* renderView(view: readonly Block[], look: Look): Generator<string> {
  for (const [index, block] of view.entries()) {
    const before = view[index - 1];
    if (before !== undefined && (isWide(before) || isWide(block))) yield '\n';
    if (block.kind === 'raw') yield block.text;
    else
      yield linesOf(block, look)
        .map((line) => `${line}\n`)
        .join('');
  }
}

function linesOf(block: Exclude<Block, { kind: 'raw' }>, look: Look): string[] {
  switch (block.kind) {
    case 'text':
      return wrap(shownText(block.text), look.columns).map((line) => look.palette.paint(block.style, line));
    case 'link':
      return [look.linker.link(look.palette.link(escapeText(block.url)), block.url)];
    case 'table':
      return tableLines(block.columns, block.rows, look);
    case 'grid':
      return gridLines(block.grid, look);
    case 'pairs':
      return pairLines(block.pairs, look);
  }
}

/** Tables and pairs stand apart from what is around them; lines of text belong together. */
function isWide({ kind }: Block): boolean {
  return kind === 'table' || kind === 'pairs' || kind === 'grid';
}
