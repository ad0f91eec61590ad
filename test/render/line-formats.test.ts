import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ContractError } from '../../src/base/errors.ts';
import type { Column, Format } from '../../src/result.ts';
import type { Form, Row } from '../../src/shape.ts';
import { any, from, id, object, text } from '../../src/shape.ts';
import { render, type Part } from './support.ts';

const columns: readonly Column[] = [
  { key: 'id', header: 'ID', kind: 'number' },
  { key: 'name', header: 'NAME' },
  { key: 'price', header: 'PRICE', kind: 'money' },
  { key: 'times', show: () => 'in words' },
];
const rows: readonly Row[] = [
  { id: 1, name: 'Baby seat', price: 12.5, times: [{ time: '09:00' }], extra: true },
  { id: 2, name: 'tab\there\u001B[31m', price: -1234.5, times: null },
];
const result: Part = { columns, rows, value: rows };

it('plain is TSV without a header, with raw numbers and escaped text', async () => {
  const lines = [
    '1\tBaby seat\t12.5\t[{"time":"09:00"}]',
    '2\ttab<U+0009>here<U+001B>[31m\t-1234.5\t',
    '',
  ];
  expect(await render(result)).toBe(lines.join('\n'));
});

describe('csv', () => {
  const [id, name, price] = columns as [Column, Column, Column];

  it.each<[string, Column[], Row[], string]>([
    [
      'a header, and quotes if necessary',
      [id, name],
      [{ id: 1, name: 'a "b", c' }],
      'id,name\r\n1,"a ""b"", c"\r\n',
    ],
    ['a header even without rows', [...columns], [], 'id,name,price,times\r\n'],
    [
      'a mark before each formula',
      [name],
      [{ name: '=1+1' }, { name: '＝1' }],
      "name\r\n'=1+1\r\n'＝1\r\n",
    ],
    ['negative numbers as they are', [price], [{ price: -5.25 }], 'price\r\n-5.25\r\n'],
    ['every record on one line', [name], [{ name: 'a\r\nb' }], 'name\r\na<U+000D><U+000A>b\r\n'],
    [
      'a single empty value in quotes',
      [name],
      [{ name: '' }, { name: null }],
      'name\r\n""\r\n""\r\n',
    ],
  ])('has %s', async (_, shown, records, expected) => {
    expect(await render({ columns: shown, rows: records }, { format: 'csv' })).toBe(expected);
  });
});

describe('ndjson', () => {
  it('has one row per line, with unknown fields', async () => {
    const lines = (await render(result, { format: 'ndjson' })).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(rows);
    expect(lines[1]).toContain('\\u001b[31m');
  });
});

describe('json', () => {
  it('is indented on a terminal', async () => {
    expect(await render({ value: { a: [1] } }, { format: 'json', columns: 80 })).toBe(
      '{\n  "a": [\n    1\n  ]\n}\n',
    );
  });

  it('has colours on a terminal that can show them, which change nothing else', async () => {
    const value = {
      'a "key": 1': ['true: 1', -1.5e-7, null, true, {}, 'end\\'],
      'b\u202E': 1.2,
      '': '',
    };
    const terminal = { format: 'json', columns: 80 } as const;
    const coloured = await render({ value }, { ...terminal, colour: true });
    const plain = await render({ value }, terminal);
    expect(plain).not.toContain('\u001B');
    expect(stripVTControlCharacters(coloured)).toBe(plain);
    const painted = coloured
      .match(/\u001B\[3[1-8]m(?!\u001B)[^\u001B]+/g)
      ?.map((text) => text.slice(2));
    expect(painted).toEqual([
      ...[
        '36m"a \\"key\\": 1"',
        '32m"true: 1"',
        '33m-1.5e-7',
        '33mnull',
        '33mtrue',
        '32m"end\\\\"',
      ],
      '36m"b\\u202e"',
      '33m1.2',
      '36m""',
      '32m""',
    ]);
    expect(await render({ value }, { ...terminal, env: { NO_COLOR: '1' } })).toBe(plain);
    expect(await render({ value }, { format: 'json', colour: true })).not.toContain('\u001B');
  });

  it.each([
    [undefined, 'null\n'],
    [{ a: [1] }, '{"a":[1]}\n'],
    [{ name: '\u202E\u009B\u007F' }, '{"name":"\\u202e\\u009b\\u007f"}\n'],
  ])('is one line in a pipe: %j', async (data, expected) => {
    expect(await render({ value: data }, { format: 'json' })).toBe(expected);
  });

  it('fails with a ContractError if the answer is nested too deeply', async () => {
    let data: unknown = 1;
    for (let depth = 0; depth < 50_000; depth++) data = [data];
    await expect(render({ value: data }, { format: 'json' })).rejects.toThrow(ContractError);
  });
});

describe('--fields', () => {
  it.each([
    ['plain', '12.5\t1\n-1234.5\t2\n'],
    ['csv', 'price,id\r\n12.5,1\r\n-1234.5,2\r\n'],
    ['ndjson', '{"price":12.5,"id":1}\n{"price":-1234.5,"id":2}\n'],
    ['json', '[{"price":12.5,"id":1},{"price":-1234.5,"id":2}]\n'],
    ['table', '    PRICE  ID\n    12.50   1\n-1,234.50   2\n'],
  ] as const)('selects and orders the fields in %s, each once', async (format, expected) => {
    expect(await render(result, { format, fields: ['price', 'id', 'price'] })).toBe(expected);
  });

  it('gives one object where the document is one', async () => {
    const document = {
      value: any,
      records: [{ item: object({ id: from('owner.id', id), name: text }) }],
    };
    const value = { name: 'Kea', owner: { id: 7 } };
    const options = { format: 'json', fields: ['id'] } as const;
    expect(await render({ document, value }, options)).toBe('{"id":7}\n');
  });

  it('gives the records of all lists of the document', async () => {
    const document: Form = {
      value: any,
      records: [
        { list: 'offers', kind: 'offer', item: object({ id }) },
        { list: 'failures', kind: 'failure', item: object({ name: text }) },
      ],
    };
    const value = {
      total: 2,
      offers: [{ id: 7, name: 'no column' }, { id: 8 }],
      failures: [{ name: 'Kea' }],
    };
    const read = (format: Format) =>
      render({ document, value }, { format, fields: ['kind', 'id', 'name'] });
    const records = [
      '{"kind":"offer","id":7}',
      '{"kind":"offer","id":8}',
      '{"kind":"failure","name":"Kea"}',
    ];
    expect(await read('json')).toBe(`[${records.join(',')}]\n`);
    expect(await read('ndjson')).toBe(`${records.join('\n')}\n`);
    expect(await read('csv')).toBe('kind,id,name\r\noffer,7,\r\noffer,8,\r\nfailure,,Kea\r\n');
  });

  it('selects columns that the table hides, and those that plain leaves out', async () => {
    expect(await render(result, { format: 'table', fields: ['times'] })).toBe(
      'times\nin words\nin words\n',
    );
    const hidden: Column[] = [{ key: 'id' }, { key: 'price', plain: false }];
    expect(await render({ ...result, columns: hidden })).toBe('1\n2\n');
    expect(await render({ ...result, columns: hidden }, { fields: ['price'] })).toBe(
      '12.5\n-1234.5\n',
    );
  });

  it('keeps the view of an empty result', async () => {
    const empty: Part = { columns, view: [{ kind: 'text', text: 'No vehicle is available.' }] };
    expect(await render(empty, { format: 'table', fields: ['id'] })).toBe(
      'No vehicle is available.\n',
    );
  });
});
