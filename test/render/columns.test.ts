/** Which columns a table shows is decided by the terminal: a view only says in which order they give way and come back. */
import { expect, it } from 'vitest';
import type { Block, Column } from '../../src/result.ts';
import { renderLines } from './support.ts';

const columns: readonly Column[] = [
  { key: 'name', header: 'NAME', cut: 'early' },
  { key: 'total', header: 'TOTAL', kind: 'money' },
  { key: 'place', header: 'DEPOTS', brief: ({ place }) => String(place).slice(0, 8), dropped: 2 },
  { key: 'nights', header: 'NIGHTS', kind: 'number', dropped: 3 },
  { key: 'operator', header: 'OPERATOR', dropped: 1 },
];
const rows = [
  {
    name: 'Hiace',
    total: 1712,
    place: 'Auckland to Queenstown',
    nights: 7,
    operator: 'lucky',
    fee: 12,
    url: 'https://a.b/',
  },
  { name: 'Jucy', total: 840, place: 'Auckland', nights: 7, operator: 'jucy', fee: 0, url: 'https://a.b/' },
];
const more: readonly (readonly Column[])[] = [
  [{ key: 'total', header: '', kind: 'bar', beside: 'total' }],
  [{ key: 'fee', header: 'FEE', kind: 'money' }],
  [{ key: 'url', header: 'BOOK', kind: 'link', show: () => 'book' }],
];
const view: Block[] = [{ kind: 'table', columns, rows, more, note: '2 of 9 rows' }];
const able = { LANG: 'C.UTF-8', TERM: 'xterm-256color', FORCE_HYPERLINK: '1' };
const headersOn = async (width: number, env = {}): Promise<string> =>
  ((await renderLines({ view }, { columns: width, env }))[0] ?? '').replace(/ +/g, ' ');

it('come as far as there is room for them, in the order of the view', async () => {
  expect(await headersOn(90, able)).toBe('NAME TOTAL DEPOTS NIGHTS OPERATOR FEE BOOK');
  expect(await headersOn(72, able)).toBe('NAME TOTAL DEPOTS NIGHTS OPERATOR FEE');
  const lines = await renderLines({ view }, { columns: 90, env: able });
  expect(lines[1]).toMatch(/^Hiace {2}1,712\.00 {2}█{5} {2}Auckland to Queenstown /);
});

it('leave out a bar that cannot be drawn and a link that cannot be clicked', async () => {
  expect(await headersOn(120)).toBe('NAME TOTAL DEPOTS NIGHTS OPERATOR FEE');
  expect((await renderLines({ view }, { columns: 120 }))[1]).not.toContain('█');
});

it('are brief before one is left out, lowest first, and the note names those that are missing', async () => {
  expect((await renderLines({ view }, { columns: 50 }))[1]).toMatch(/ Auckland {2} +7 {2}lucky$/);
  expect((await renderLines({ view }, { columns: 38 })).slice(-3)).toEqual([
    '',
    '2 of 9 rows',
    'No room for: operator.',
  ]);
  expect((await renderLines({ view }, { columns: 20 })).at(-1)).toBe('nights, operator.');
});

it('are cut last if they name what a row is about', async () => {
  const names: Column[] = [
    { key: 'vehicle', header: 'VEHICLE', cut: 'last' },
    { key: 'place', header: 'DEPOTS', cut: 'early' },
  ];
  const trips = [{ vehicle: 'Ruru 2-berth Campervan', place: 'Auckland to Queenstown' }];
  const lineOn = async (width: number) =>
    (await renderLines({ view: [{ kind: 'table', columns: names, rows: trips }] }, { columns: width }))[1];
  expect(await lineOn(36)).toBe('Ruru 2-berth Campervan  Auckland to…');
  expect(await lineOn(30)).toBe('Ruru 2-berth Ca…  Auckland to…');
});

it('of a week are under each other, beside each other or with the words of the operator', async () => {
  const depot = { id: 1, name: 'Auckland', times: ['Mo–Fr 9:00'], hasTimes: true, words: 'Call us' } as const;
  const days = ['both', 'both', 'both', 'both', 'both', 'none', 'none'] as const;
  const depots = Array.from({ length: 4 }, () => ({ ...depot, days }));
  const week: Block[] = [{ kind: 'week', week: { depots, hint: 'The words: rental depots <name>' } }];
  const strip = 'x  x  x  x  x  -  -';
  const on = (width: number) => renderLines({ view: week }, { columns: width });
  expect((await on(71)).slice(1, 3)).toEqual([` 1  Auckland  ${strip} `, `${' '.repeat(14)}Mo–Fr 9:00`]);
  expect((await on(72))[1]).toBe(` 1  Auckland  ${strip}   Mo–Fr 9:00`);
  expect((await on(72)).slice(-2)).toEqual([
    'x pick-up and drop-off   - no times listed',
    'The words: rental depots <name>',
  ]);
  expect((await on(110))[1]).toBe(` 1  Auckland  ${strip}   Mo–Fr 9:00  Call us`);
  expect((await on(110)).at(-1)).toBe('x pick-up and drop-off   - no times listed');
  expect((await renderLines({ view: week }, { columns: 110, env: able }))[1]).toContain('▆▆ ▆▆ ▆▆ ▆▆ ▆▆ –  –');
});
