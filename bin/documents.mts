/** Bundled by bin/pack.mjs: the page of the documents, from the same data as `rental schema`. */
import { columnsOf } from '../src/document.ts';
import { documents } from '../src/documents/index.ts';
import { formsOf, type DocumentShape, type Form, type Shape } from '../src/shape.ts';

const intro = `# The documents

What each command prints with \`--json\`, field by field, and the columns of \`plain\` and \`csv\`. \`rental schema\` prints the same as JSON
Schema. A service may send more fields than a document names.
`;

export function documentsPage(): string {
  const sections = Object.entries<DocumentShape>(documents).map(([name, document]) => {
    return [`## ${name}\n`, `${document.description}.\n`, ...formsOf(document).map(formText)].join('\n');
  });
  return [intro, ...sections].join('\n');
}

function formText(form: Form): string {
  const columns = columnsOf(form).map(({ key }) => `\`${key}\``);
  const rows = rowsOf(form.value, form.value.type === 'list' ? '[]' : '');
  const table = ['| field | type | |', '| --- | --- | --- |', ...rows].join('\n');
  return `${table}\n${columns.length === 0 ? '' : `\nColumns: ${columns.join(', ')}.\n`}`;
}

function rowsOf(shape: Shape, path: string): string[] {
  if (shape.type === 'list') return rowsOf(shape.item, path);
  if (shape.type === 'union') return [...new Set(shape.options.flatMap((option) => rowsOf(option, path)))];
  if (shape.type !== 'object') return [];
  return Object.entries(shape.fields).flatMap(([key, field]) => {
    const name = `${path === '' ? key : `${path}.${key}`}${field.type === 'list' ? '[]' : ''}`;
    return [`| \`${name}\` | ${typeText(field)} | ${field.about ?? ''} |`, ...rowsOf(field, name)];
  });
}

function typeText(shape: Shape): string {
  return `${plainText(shape)}${shape.nullable === true ? ' or null' : ''}${shape.optional === true ? ', can be absent' : ''}`;
}

function plainText(shape: Shape): string {
  if (shape.type === 'choice') return shape.values.map((value) => `\`${JSON.stringify(value)}\``).join(', ');
  if (shape.type === 'list') return `list of ${plainText(shape.item)}`;
  if (shape.type === 'union') return shape.options.map(plainText).join(' or ');
  return shape.type === 'id' || shape.type === 'count' ? 'integer' : shape.type === 'nothing' ? 'null' : shape.type;
}
