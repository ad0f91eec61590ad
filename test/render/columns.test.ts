/**
 * Which columns a table shows is decided by the terminal: a view only says in which order they give
 * way.
 */
import { describe, expect, it } from 'vitest';
import type { Block, Column } from '../../src/result.ts';
import { renderLines } from './support.ts';

const columns: readonly Column[] = [
  { key: 'name', header: 'NAME', cutTo: 8 },
  { key: 'total', header: 'TOTAL', kind: 'money' },
  { key: 'total', header: '', kind: 'bar', dropOrder: 10 },
  { key: 'place', header: 'DEPOTS', cutTo: 12, dropOrder: 2 },
  { key: 'nights', header: 'NIGHTS', kind: 'number', dropOrder: 1 },
  { key: 'operator', header: 'OPERATOR', dropOrder: 3 },
  { key: 'fee', header: 'FEE', kind: 'money', dropOrder: 11, spare: true },
  { key: 'url', header: 'BOOK', kind: 'link', dropOrder: 12, spare: true },
];
const more = { nights: 7, fee: 12, url: 'https://a.b/' };
const rows = [
  {
    ...more,
    name: 'Hiace Camper',
    total: 1712,
    place: 'Auckland to Queenstown',
    operator: 'lucky',
  },
  { ...more, name: 'Jucy', total: 840, place: 'Auckland', operator: 'jucy' },
];
const view: Block[] = [{ kind: 'table', columns, rows, note: '2 of 9 rows' }];
const drawsBars = { LANG: 'C.UTF-8', TERM: 'xterm-256color' };
const on = (width: number, env = {}) => renderLines({ view }, { columns: width, env });
const headersOn = async (width: number, env = {}): Promise<string> =>
  ((await on(width, env))[0] ?? '').replace(/ +/g, ' ');

it('spare columns are shown only if no text is cut for them', async () => {
  expect(await headersOn(98, drawsBars)).toBe('NAME TOTAL DEPOTS NIGHTS OPERATOR FEE BOOK');
  expect((await on(98, drawsBars))[1]).toMatch(/ https:\/\/a\.b\/$/);
  expect(await headersOn(82, drawsBars)).toBe('NAME TOTAL DEPOTS NIGHTS OPERATOR FEE');
  expect(await headersOn(76, drawsBars)).toBe('NAME TOTAL DEPOTS NIGHTS OPERATOR');
  expect((await on(90, drawsBars))[1]).toMatch(
    /^Hiace Camper {2}1,712\.00 {2}█{5} {2}Auckland to Queenstown /,
  );
});

it('a bar that cannot be drawn is left out', async () => {
  expect((await on(120))[1]).toMatch(
    /^Hiace Camper {2}1,712\.00 {2}Auckland to .* https:\/\/a\.b\/$/,
  );
});

it('columns are cut before one is left out, by drop order, and the note names those left out', async () => {
  const firstRow = async (width: number) => (await on(width))[1];
  expect(await firstRow(56)).toBe('Hiace Camper  1,712.00  Auckland to Q…       7  lucky');
  expect(await firstRow(48)).toBe('Hiace Camper  1,712.00  Auckland to Que…       7');
  expect(await firstRow(40)).toBe('Hiace C…  1,712.00  Auckland to…       7');
  expect(await firstRow(36)).toBe('Hiace Camper  1,712.00       7');
  const note = [
    'No room for: depots, operator. A',
    'wider terminal or --format csv shows',
    'them.',
  ];
  expect((await on(36)).slice(-5)).toEqual(['', '2 of 9 rows', ...note]);
});

describe('columns that tell rows apart', () => {
  const keys: readonly Column[] = [
    { key: 'total', header: 'TOTAL', kind: 'money' },
    { key: 'offers', header: 'OFFERS', kind: 'number', dropOrder: 1 },
    {
      key: 'from',
      header: 'FROM',
      cutTo: 30,
      distinguishing: true,
      short: ({ day }) => String(day),
    },
    { key: 'place', header: 'DEPOT', cutTo: 12, dropOrder: 2, distinguishing: true },
    { key: 'operator', header: 'OPERATOR', cutTo: 10, dropOrder: 3, distinguishing: true },
  ];
  const some = {
    total: 510,
    offers: 12,
    from: 'Sat 19 – Thu 24 Dec, 6 starts',
    day: '19–24 Dec',
    operator: 'lucky',
  };
  const shown = async (places: readonly string[], width: number, more = some) => {
    const table = {
      kind: 'table',
      columns: keys,
      rows: places.map((place) => ({ ...more, place })),
    } as const;
    return (await renderLines({ view: [table] }, { columns: width })).map((line) =>
      line.trimStart().replace(/ {2,}/g, ' | '),
    );
  };
  const terminals = ['Wellington Ferry Terminal (3)', 'Wellington Ferry Terminal (4)'];

  it('are shortened before one is cut, and are never left out', async () => {
    expect(await shown(terminals, 88)).toContain(
      `510.00 | 12 | ${some.from} | ${terminals[0]} | lucky`,
    );
    expect(await shown(terminals, 72)).toContain(
      `510.00 | 12 | 19–24 Dec | ${terminals[0]} | lucky`,
    );
    expect(await shown(terminals, 52)).toContain(
      '510.00 | 12 | 19–24 Dec | Welling…nal (3) | lucky',
    );
    expect(await shown(terminals, 36)).toEqual([
      'TOTAL | FROM | DEPOT',
      '510.00 | 19–24 Dec | Wellingt…inal (3)',
      '510.00 | 19–24 Dec | Wellingt…inal (4)',
      '',
      'No room for: offers, operator. A',
      'wider terminal or --format csv shows',
      'them.',
    ]);
  });

  it('are left out if their cells are equal', async () => {
    expect((await shown(['Picton', 'Picton'], 24))[0]).toBe('TOTAL | FROM');
  });

  it('are not cut so far that different cells look the same', async () => {
    const middles = ['Auckland Airport North Side', 'Auckland Airport South Side'];
    const [, first, second] = await shown(middles, 54);
    expect(first).not.toBe(second);
    expect((await shown(middles, 140))[1]).toContain(middles[0]);
  });

  it('take a second line if they have no room on one, and then no column is left out', async () => {
    expect(await shown(terminals, 30)).toEqual([
      'TOTAL | OFFERS | FROM',
      'DEPOT | OPERATOR',
      '510.00 | 12 | 19–24 Dec',
      'Wellingt…nal (3) | lucky',
      '510.00 | 12 | 19–24 Dec',
      'Wellingt…nal (4) | lucky',
    ]);
  });

  it('are records on a terminal that has no room for two lines', async () => {
    expect((await shown(terminals, 12)).join('\n')).toContain(
      'DEPOT\nWellington\nFerry\nTerminal (4)',
    );
  });
});

it('a name in Japanese is broken before the table gives way to labels and values', async () => {
  const rows = [{ id: 11, name: '大型キャンピングカー家族七人乗り特別仕様', total: 700 }];
  const some: Column[] = [
    { key: 'id', header: 'ID', kind: 'number' },
    { key: 'name', header: 'NAME' },
    { key: 'total', header: 'TOTAL', kind: 'money' },
  ];
  expect(
    await renderLines({ view: [{ kind: 'table', columns: some, rows }] }, { columns: 40 }),
  ).toEqual([
    'ID  NAME                           TOTAL',
    '11  大型キャンピングカー家族七人  700.00',
    '    乗り特別仕様',
  ]);
});

it('columns without room in several tables are named once, below the last of them', async () => {
  const fewer = columns.filter(({ key }) => key !== 'operator');
  const tables: Block[] = [columns, fewer, columns.slice(0, 2)].map((some) => ({
    kind: 'table',
    columns: some,
    rows,
  }));
  const lines = await renderLines({ view: tables }, { columns: 37 });
  expect(lines.filter((line) => line.startsWith('No room for'))).toHaveLength(1);
  expect(lines.slice(7, 11)).toEqual([
    '',
    'No room for: depots, operator. A',
    'wider terminal or --format csv shows',
    'them.',
  ]);
});

it('the columns of a table that continues follow below, each time with the first one', async () => {
  const days = Array.from({ length: 7 }, (_, day): Column => ({
    key: `day${day}`,
    header: `DAY ${day}`,
    kind: 'money',
  }));
  const row = Object.fromEntries(days.map(({ key }, day) => [key, 100 + day]));
  const view: Block[] = [
    {
      kind: 'table',
      continues: true,
      columns: [{ key: 'from', header: 'FROM' }, ...days],
      rows: [{ from: 'Sat', ...row }],
    },
  ];
  const at = async (width: number) =>
    (await renderLines({ view }, { columns: width })).map((line) => line.match(/\S+/g) ?? []);
  expect((await at(60)).map((words) => words.length)).toEqual([15, 8]);
  expect((await at(28)).map((words) => words.at(-1))).toEqual([
    '2',
    '102.00',
    undefined,
    '5',
    '105.00',
    undefined,
    '6',
    '106.00',
  ]);
  expect((await at(28)).filter(([first]) => first === 'FROM')).toHaveLength(3);
});

it('a table that continues is shown if it has only its first column', async () => {
  const columns: Column[] = [{ key: 'from', header: 'FROM' }];
  const table: Block = { kind: 'table', continues: true, columns, rows: [{ from: 'Sat' }] };
  expect(await renderLines({ view: [table] }, { columns: 60 })).toEqual(['FROM', 'Sat']);
});
