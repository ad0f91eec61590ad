/** Which columns a table shows is decided by the terminal: a view only says in which order they give way. */
import { expect, it } from 'vitest';
import type { Block, Column } from '../../src/result.ts';
import { renderLines } from './support.ts';

const columns: readonly Column[] = [
  { key: 'name', header: 'NAME', flexible: 8 },
  { key: 'total', header: 'TOTAL', kind: 'money' },
  { key: 'total', header: '', kind: 'bar', priority: 10 },
  { key: 'place', header: 'DEPOTS', flexible: 12, priority: 2 },
  { key: 'nights', header: 'NIGHTS', kind: 'number', priority: 1 },
  { key: 'operator', header: 'OPERATOR', priority: 3 },
  { key: 'fee', header: 'FEE', kind: 'money', priority: 11, extra: true },
  { key: 'url', header: 'BOOK', kind: 'link', priority: 12, extra: true },
];
const more = { nights: 7, fee: 12, url: 'https://a.b/' };
const rows = [
  { ...more, name: 'Hiace Camper', total: 1712, place: 'Auckland to Queenstown', operator: 'lucky' },
  { ...more, name: 'Jucy', total: 840, place: 'Auckland', operator: 'jucy' },
];
const view: Block[] = [{ kind: 'table', columns, rows, note: '2 of 9 rows' }];
const able = { LANG: 'C.UTF-8', TERM: 'xterm-256color' };
const on = (width: number, env = {}) => renderLines({ view }, { columns: width, env });
const headersOn = async (width: number, env = {}): Promise<string> =>
  ((await on(width, env))[0] ?? '').replace(/ +/g, ' ');

it('that are extra come where no text is cut for them', async () => {
  expect(await headersOn(98, able)).toBe('NAME TOTAL DEPOTS NIGHTS OPERATOR FEE BOOK');
  expect((await on(98, able))[1]).toMatch(/ https:\/\/a\.b\/$/);
  expect(await headersOn(82, able)).toBe('NAME TOTAL DEPOTS NIGHTS OPERATOR FEE');
  expect(await headersOn(76, able)).toBe('NAME TOTAL DEPOTS NIGHTS OPERATOR');
  expect((await on(90, able))[1]).toMatch(/^Hiace Camper {2}1,712\.00 {2}█{5} {2}Auckland to Queenstown /);
});

it('leave out a bar that cannot be drawn', async () => {
  expect((await on(120))[1]).toMatch(/^Hiace Camper {2}1,712\.00 {2}Auckland to .* https:\/\/a\.b\/$/);
});

it('are cut before one goes, then go by their priority, and the note names those that told rows apart', async () => {
  const firstRow = async (width: number) => (await on(width))[1];
  expect(await firstRow(56)).toBe('Hiace Camper  1,712.00  Auckland to Q…       7  lucky');
  expect(await firstRow(48)).toBe('Hiace Camper  1,712.00  Auckland to Que…       7');
  expect(await firstRow(40)).toBe('Hiace C…  1,712.00  Auckland to…       7');
  expect(await firstRow(36)).toBe('Hiace Camper  1,712.00       7');
  expect((await on(36)).slice(-3)).toEqual(['', '2 of 9 rows', 'No room for: depots, operator.']);
});
