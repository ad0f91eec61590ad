/** What a terminal shows: blocks from top to bottom. */
import type { Block } from '../result.ts';
import { escapeText, safeText } from '../terminal/escape.ts';
import { receiptLines } from '../terminal/receipt-lines.ts';
import { textLines, type Display } from './cells.ts';
import { pairLines } from './pairs.ts';
import { tableLines } from './table.ts';

/** An empty line separates tables, pairs and receipts from their neighbours. */
export function renderView(view: readonly Block[], display: Display): string {
  const parts = view.map((block, index) => {
    const before = view[index - 1];
    const distance = before !== undefined && (standsApart(before) || standsApart(block)) ? '\n' : '';
    if (block.kind === 'raw') return distance + block.text;
    return (
      distance +
      linesOf(block, display)
        .map((line) => `${line}\n`)
        .join('')
    );
  });
  return parts.join('');
}

function standsApart({ kind }: Block): boolean {
  return kind === 'table' || kind === 'pairs' || kind === 'receipt';
}

function linesOf(block: Exclude<Block, { kind: 'raw' }>, display: Display): readonly string[] {
  switch (block.kind) {
    case 'text': {
      const { text, style, isAddress = false } = block;
      // An address is printed whole, even a very long one.
      return textLines(isAddress ? escapeText(text) : safeText(text), style, display);
    }
    case 'table':
      return tableLines(block, display);
    case 'receipt':
      return receiptLines(block.receipt, display);
    case 'pairs':
      return pairLines(block.pairs, display);
  }
}
