/** Two rows of a table of offers never look the same, whatever the names and the width. */
import { expect, test } from 'vitest';
import type { CalendarDate } from '../../src/shape.ts';
import { offerData } from '../../src/compare/document.ts';
import { groupTable, offerTable } from '../../src/compare/view/tables.ts';
import { labelsIn } from '../../src/views/labels.ts';
import { rankedByCurrency, type PricedOffer } from '../../src/documents/offers.ts';
import { groupings } from '../../src/planner/groupings.ts';
import { rankOffers } from '../../src/compare/engine/rank.ts';
import { fitParts, type FittedColumn } from '../../src/render/columns.ts';
import type { Block } from '../../src/result.ts';
import { createPalette } from '../../src/terminal/colour.ts';
import { renderLines } from '../render/support.ts';
import fc from '../support/property.ts';
import { tries, repeats } from '../support/thorough.ts';
import { offer, vehicle } from './samples.ts';

/** Names of a list that are equal, begin alike, end alike, or differ in their middle. */
const names = (what: string) =>
  fc.array(
    fc.oneof(
      fc.constant(`Wellington Ferry ${what}`),
      fc
        .constantFrom('North', 'South', 'Northern', 'N')
        .map((side) => `Auckland Airport ${side} Side ${what}`),
      fc.constantFrom('1', '2', '12').map((end) => `Christchurch International ${what} ${end}`),
      fc.constantFrom('Te ', 'Ōtautahi ').map((start) => `${start}Queenstown ${what}`),
      fc.constant(what),
    ),
    { minLength: 4, maxLength: 4 },
  );

const at = (days: number): CalendarDate =>
  new Date(Date.UTC(2026, 11, 28 + days)).toISOString().slice(0, 10) as CalendarDate;

const worlds = fc.record({
  depots: names('Depot'),
  vehicles: names('Camper'),
  operators: fc.constantFrom(
    ['lucky', 'happy'],
    ['rentals-of-aotearoa-north', 'rentals-of-aotearoa-south'],
    ['one', 'one'],
  ),
  offers: fc.array(
    fc.record({
      operator: fc.nat(1),
      pickUp: fc.nat(3),
      dropOff: fc.nat(3),
      start: fc.nat(6),
      nights: fc.integer({ min: 5, max: 12 }),
      vehicle: fc.nat(3),
    }),
    { minLength: 2, maxLength: 14 },
  ),
});

/** All of one total, so that only what tells them apart differs. */
function offersOf({
  depots,
  vehicles,
  operators,
  offers,
}: typeof worlds extends fc.Arbitrary<infer T> ? T : never) {
  const all = offers.map((one) =>
    offer(500, {
      operator: operators[one.operator]!,
      pickUpDepotId: one.pickUp + 1,
      dropOffDepotId: one.dropOff + 1,
      pickUp: depots[one.pickUp]!,
      dropOff: depots[one.dropOff]!,
      pickUpDate: at(one.start),
      dropOffDate: at(one.start + one.nights),
      vehicle: vehicle(one.vehicle + 1, vehicles[one.vehicle]!),
    }),
  );
  const distinct = new Map(all.map((one) => [JSON.stringify([one, one.operator]), one]));
  return rankedByCurrency(rankOffers([...distinct.values()]).map(offerData))[0] ?? [];
}

type Table = Extract<Block, { readonly kind: 'table' }>;

function tablesOf(offers: readonly PricedOffer[]): Table[] {
  const context = { labels: labelsIn({ offers, failures: [] }), limit: undefined };
  const ranking = offerTable(offers, [{ key: 'rank', header: '#', kind: 'number' }], context);
  return [ranking, ...groupings.map((by) => groupTable(offers, by, [], context))] as Table[];
}

/**
 * What of each row is on the screen: its lines, and its cells of the columns that tell rows apart.
 */
async function shownRows(table: Table, columns: number) {
  const palette = createPalette({ isTTY: true }, {}, 'never');
  const [fitted] = fitParts(table, { width: columns, palette, accessible: false, bars: false });
  const all = await renderLines({ view: [table] }, { columns });
  const height = fitted!.lines.length;
  if (height === 0) return { rows: all.join('\n').split('\n\n'), cells: [], all };
  const rows = table.rows.map((_, row) =>
    all.slice((row + 1) * height, (row + 2) * height).join('\n'),
  );
  const cells = fitted!.lines.flatMap((line, place) =>
    line.flatMap((one, index) => {
      if (one.column.distinguishing !== true) return [];
      const start = columnStart(line.slice(0, index), place);
      const texts = rows.map((row) => {
        const text = row.split('\n')[place]!;
        return text.slice(start, start + one.width).trim();
      });
      return [{ one, texts }];
    }),
  );
  return { rows, cells, all };
}

/** Columns are two blanks apart; the second line of a row is indented by four. */
function columnStart(before: readonly FittedColumn[], line: number): number {
  return before.reduce((sum, { width }) => sum + width + 2, line === 0 ? 0 : 4);
}

const wholeTexts = ({ cells }: FittedColumn): string[] => cells.map((lines) => lines.join('; '));

test('rows that differ in any part of an offer look different from 60 to 140 columns', async () => {
  const widths = fc.integer({ min: 60, max: 140 });
  await fc.assert(
    fc.asyncProperty(worlds, widths, async (world, columns) => {
      for (const table of tablesOf(offersOf(world))) {
        const { rows, cells, all } = await shownRows(table, columns);
        expect(new Set(rows).size, all.join('\n')).toBe(table.rows.length);
        for (const { one, texts } of cells) {
          expect(new Set(texts).size, all.join('\n')).toBe(new Set(wholeTexts(one)).size);
          expect(texts.filter((text) => text.endsWith('…'))).toEqual([]);
        }
        expect(all.filter((line) => line.length > columns)).toEqual([]);
        expect(all.filter((line) => line.startsWith('No room for')).length).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: repeats(100, 30, 4) },
  );
});

test('the columns that name a group stay in every width', async () => {
  const keys = {
    vehicle: ['vehicle'],
    date: ['from'],
    nights: ['nights'],
    depots: ['pickUp', 'dropOff'],
    operator: ['operator'],
  };
  await fc.assert(
    fc.asyncProperty(worlds, fc.integer({ min: 20, max: 140 }), async (world, columns) => {
      const [, ...tables] = tablesOf(offersOf(world));
      for (const [index, table] of tables.entries()) {
        const headers = table.columns
          .filter(({ key }) => keys[groupings[index]!].includes(key))
          .map(({ header }) => header!);
        const text = (await renderLines({ view: [table] }, { columns }))
          .join('\n')
          .split('No room for')[0];
        for (const header of headers) expect(text).toContain(header);
      }
    }),
    { numRuns: tries(30) },
  );
});
