/** Makes docs/documents.md from the shapes of the documents. */
import * as answers from '../../src/api/answers.ts';
import { columnsOf } from '../../src/document.ts';
import { documents } from '../../src/documents/index.ts';
import type { DocumentShape, Form, Shape } from '../../src/shape.ts';

const intro = `# The documents

What each command prints with \`--json\`, field by field, and the columns of \`plain\` and \`csv\`. \`rental schema\` prints the same as JSON
Schema. A service may send more fields than a document names. The page is made from \`src/documents\`; test/documents.test.ts says how.
`;

/** These are explained once. */
const { depot, vehicle, extra, quote } = answers;
const sent: Readonly<Record<string, Shape & { readonly type: 'object' }>> = { depot, vehicle, extra, quote };

export function documentsPage(): string {
  const served = Object.entries(sent).map(([name, shape]) => `### ${name}, as sent\n\n${tableOf(shape, '')}\n`);
  const sections = Object.entries(documents).map(([name, document]) => section(name, document));
  return [intro, '## As a service sends it\n', ...served, ...sections].join('\n');
}

function section(name: string, document: DocumentShape): string {
  const forms: readonly Form[] = [document, ...(document.others ?? [])];
  return [`## ${name}\n`, `${document.description}.\n`, ...forms.map(formText)].join('\n');
}

function formText(form: Form): string {
  const { value } = form;
  const inner = value.type === 'list' ? value.item : value;
  const table =
    sentName(inner) === undefined ? tableOf(value, value.type === 'list' ? '[]' : '') : `${typeText(value)}.`;
  const columns = columnsOf(form).map(({ key }) => `\`${key}\``);
  return `${table}\n${columns.length === 0 ? '' : `\nColumns: ${columns.join(', ')}.\n`}`;
}

function tableOf(shape: Shape, path: string): string {
  return ['| field | type | |', '| --- | --- | --- |', ...rowsOf(shape, path)].join('\n');
}

/** `depot`, if it is what a service sends. */
function sentName(shape: Shape): string | undefined {
  if (shape.type !== 'object') return undefined;
  return Object.keys(sent).find((name) => sent[name]?.fields === shape.fields);
}

function rowsOf(shape: Shape, path: string): string[] {
  if (shape.type === 'list') return rowsOf(shape.item, path);
  if (shape.type === 'union') return [...new Set(shape.options.flatMap((option) => rowsOf(option, path)))];
  if (shape.type !== 'object') return [];
  return Object.entries(shape.fields).flatMap(([key, field]) => {
    const at = path === '' ? key : `${path}.${key}`;
    const name = field.type === 'list' ? `${at}[]` : at;
    const inner = field.type === 'list' ? field.item : field;
    const below = sentName(inner) === undefined ? rowsOf(field, name) : [];
    return [`| \`${name}\` | ${typeText(field)} | ${field.about ?? ''} |`, ...below];
  });
}

function typeText(field: Shape): string {
  const { nullable, optional } = field;
  return `${plainText(field)}${nullable === true ? ' or null' : ''}${optional === true ? ', can be absent' : ''}`;
}

function plainText(shape: Shape): string {
  if (shape.type === 'choice') return shape.values.map((value) => `\`${JSON.stringify(value)}\``).join(', ');
  if (shape.type === 'list') return `list of ${plainText(shape.item)}`;
  const name = sentName(shape);
  if (name !== undefined) return `[${name}](#${name}-as-sent)`;
  if (shape.type === 'union') return shape.options.map(plainText).join(' or ');
  return shape.type === 'id' || shape.type === 'count' ? 'integer' : shape.type === 'nothing' ? 'null' : shape.type;
}
