/** Sorts and filters the list of offers. */

interface Row {
  readonly element: HTMLTableRowElement;
  readonly from: string;
  readonly total: number;
  /** By the name of the column. */
  text(column: string): string;
}

interface Column {
  readonly name: string;
  readonly kind: string;
  readonly title: string;
  readonly header: HTMLTableCellElement;
}

const collator = new Intl.Collator(undefined, { numeric: true });

export function makeSortable(table: HTMLTableElement, controls: HTMLFormElement): void {
  const body = table.tBodies[0];
  if (body === undefined) return;
  const columns = readColumns(table);
  const rows = [...body.rows].map((element) => readRow(element, columns));
  const count = controls.querySelector('#count');
  const apply = (): void => {
    const fits = filterOf(controls);
    let shown = 0;
    for (const row of rows) {
      const isShown = fits(row);
      if (isShown) shown += 1;
      if (row.element.hidden === isShown) row.element.hidden = !isShown;
    }
    if (count !== null)
      count.textContent = shown === rows.length ? `${shown} offers` : `${shown} of ${rows.length} offers`;
  };
  const sort = createSort(columns, rows, body);
  for (const name of ['name', 'place', 'operator']) fill(controls, name, rows);
  addSortButtons(columns, controls, sort);
  controls.addEventListener('input', apply);
  controls.addEventListener('submit', (event) => event.preventDefault());
  controls.addEventListener('reset', () => setTimeout(apply));
  // A link from the calendar leads to a row that a filter may hide.
  addEventListener('hashchange', () => {
    if (document.querySelector<HTMLElement>(':target')?.hidden !== true) return;
    controls.reset();
    setTimeout(() => document.querySelector(':target')?.scrollIntoView());
  });
  controls.hidden = false;
  apply();
}

function readColumns(table: HTMLTableElement): Column[] {
  return [...(table.tHead?.rows[0]?.cells ?? [])].map((header) => {
    const title = header.textContent?.trim() ?? '';
    return { name: header.classList[0] ?? '', kind: header.dataset['kind'] ?? '', title, header };
  });
}

function readRow(element: HTMLTableRowElement, columns: readonly Column[]): Row {
  const places = new Map(columns.map(({ name }, place) => [name, place]));
  const text = (column: string): string => element.cells[places.get(column) ?? -1]?.textContent?.trim() ?? '';
  return { element, from: element.dataset['d'] ?? '', total: numberOf(text('total')), text };
}

function numberOf(text: string): number {
  const number = Number.parseFloat(text.replaceAll(',', ''));
  return Number.isNaN(number) ? Infinity : number;
}

function filterOf(controls: HTMLFormElement): (row: Row) => boolean {
  const values = new FormData(controls);
  const valueOf = (name: string): string => String(values.get(name) ?? '');
  const texts = ['name', 'place', 'operator'].map((name) => [name, valueOf(name)] as const).filter(([, text]) => text);
  const [first, last, most] = [valueOf('first'), valueOf('last'), valueOf('most')];
  return (row) =>
    texts.every(([name, text]) => row.text(name) === text) &&
    (first === '' || row.from >= first) &&
    (last === '' || row.from <= last) &&
    (most === '' || row.total <= Number(most));
}

function fill(controls: HTMLFormElement, name: string, rows: readonly Row[]): void {
  const select = controls.elements.namedItem(name);
  if (!(select instanceof HTMLSelectElement)) return;
  const values = [...new Set(rows.map((row) => row.text(name)))].sort(collator.compare);
  select.append(...values.map((value) => new Option(value, value)));
}

type Sort = (column: Column, down?: boolean) => void;

function createSort(columns: readonly Column[], rows: readonly Row[], body: HTMLTableSectionElement): Sort {
  const inOrder = new Map(rows.map((row, place) => [row, place]));
  return (column, down = false) => {
    const keys = new Map(rows.map((row) => [row, keyOf(row, column, inOrder.get(row) ?? 0)]));
    const sign = down ? -1 : 1;
    const sorted = [...rows].sort((a, b) => sign * compare(keys.get(a), keys.get(b)) || 0);
    for (const { header } of columns) header.removeAttribute('aria-sort');
    column.header.setAttribute('aria-sort', down ? 'descending' : 'ascending');
    // Out of the page while they move, so that it is laid out once.
    const table = body.parentElement;
    body.remove();
    for (const { element } of sorted) body.append(element);
    table?.append(body);
  };
}

function keyOf(row: Row, { name, kind }: Column, place: number): string | number {
  if (name === 'rank') return place;
  if (kind === 'date') return row.from;
  if (kind === 'instant') return Date.parse(row.element.dataset['x'] ?? '') || 0;
  return kind === 'number' ? numberOf(row.text(name)) : row.text(name);
}

function compare(a: string | number = 0, b: string | number = 0): number {
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : Number(a > b);
  return collator.compare(String(a), String(b));
}

/** A button in each header; where the headers have no room, a list has the same. */
function addSortButtons(columns: readonly Column[], controls: HTMLFormElement, sort: Sort): void {
  const select = controls.elements.namedItem('sort');
  for (const column of columns) {
    const { header, title, name } = column;
    if (name === 'book') continue;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = title;
    button.addEventListener('click', () => sort(column, header.getAttribute('aria-sort') === 'ascending'));
    header.replaceChildren(button);
    if (select instanceof HTMLSelectElement) select.append(new Option(title, name));
  }
  if (!(select instanceof HTMLSelectElement)) return;
  select.addEventListener('change', () => {
    const column = columns.find(({ name }) => name === select.value);
    if (column !== undefined) sort(column);
  });
  controls.addEventListener('reset', () => {
    if (columns[0] !== undefined) sort(columns[0]);
  });
}
