/** What a terminal shows: blocks from top to bottom. */
import type { Block } from '../result.ts';
import { escapeText, safeText } from '../terminal/escape.ts';
import { receiptLines } from '../terminal/receipt-lines.ts';
import { textLines, type Display } from './cells.ts';
import { pairLines } from './pairs.ts';
import { fitTable, tableLines, type FittedTable } from './table.ts';

export function renderView(view: readonly Block[], display: Display): string {
  const tables = fitTables(view, display);
  const parts = view.map((block, index) => {
    const before = view[index - 1];
    const distance =
      before !== undefined && (standsApart(before) || standsApart(block)) ? '\n' : '';
    if (block.kind === 'raw') return distance + block.text;
    return (
      distance +
      linesOf(block, tables, display)
        .map((line) => `${line}\n`)
        .join('')
    );
  });
  return parts.join('');
}

function standsApart({ kind }: Block): boolean {
  return kind === 'table' || kind === 'pairs' || kind === 'receipt';
}

type Tables = ReadonlyMap<
  Block,
  { readonly table: FittedTable; readonly hidden: readonly string[] }
>;

/** The last table with hidden columns names those of all tables. */
function fitTables(view: readonly Block[], display: Display): Tables {
  const tables = view.flatMap((block) => {
    if (block.kind !== 'table') return [];
    const table = fitTable(block, display);
    return [{ block, table, hidden: table.parts.flatMap((part) => part.hidden) }];
  });
  const all = [...new Set(tables.flatMap(({ hidden }) => hidden))];
  const last = tables.findLast(({ hidden }) => hidden.length > 0)?.block;
  return new Map(
    tables.map(({ block, table }) => [block, { table, hidden: block === last ? all : [] }]),
  );
}

function linesOf(
  block: Exclude<Block, { kind: 'raw' }>,
  tables: Tables,
  display: Display,
): readonly string[] {
  switch (block.kind) {
    case 'text': {
      const { text, style, isAddress = false } = block;
      // Addresses are never cut.
      return textLines(isAddress ? escapeText(text) : safeText(text), style, display);
    }
    case 'table': {
      const fitted = tables.get(block);
      return fitted === undefined ? [] : tableLines(fitted.table, fitted.hidden, display);
    }
    case 'receipt':
      return receiptLines(block.receipt, display);
    case 'pairs':
      return pairLines(block.pairs, display);
  }
}
