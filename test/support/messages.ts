/** All texts for people in the source, so that they can be read in one place. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const heading = `# Every message

All texts of the program that have at least two words, in the order of the source: messages, hints, notes, questions, headings and help.
\`{}\` stands for a value. Read this page when you change a message: is it said like the others? The sandbox, which is an operator of its
own, the sentences of the interface document that \`smoke\` quotes, and the scripts for shells are not here.

The page is made from the source. After a change, run \`npm test -- test/messages.test.ts -u\`.
`;

/** The page of all messages. */
export function messagesPage(folder = 'src'): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file).replaceAll('\\', '/'))
    .filter(
      (file) => file.endsWith('.ts') && !/^src\/sandbox\/|smoke\/document\.ts$|completion\/scripts\.ts$/.test(file),
    )
    .sort();
  const sections = files.flatMap((file) => {
    const found = messagesOf(readFileSync(file, 'utf8'));
    return found.length === 0 ? [] : [`## ${file}\n\n\`\`\`text\n${found.join('\n')}\n\`\`\`\n`];
  });
  return [heading, ...sections].join('\n');
}

export function messagesOf(source: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    const text = textOf(node);
    if (text !== undefined && isForPeople(text) && !isSplit(node)) found.push(text.replaceAll('\n', '\\n').trim());
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true));
  return [...new Set(found)];
}

/** A literal, a template with `{}` for its values, or several of them joined by `+`. */
function textOf(node: ts.Node): string | undefined {
  if (isPartOfSum(node)) return undefined;
  return partsOf(node);
}

function partsOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('{}');
  }
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  const [left, right] = [partsOf(node.left), partsOf(node.right)];
  return left === undefined && right === undefined ? undefined : (left ?? '{}') + (right ?? '{}');
}

function isPartOfSum({ parent }: ts.Node): boolean {
  return parent !== undefined && ts.isBinaryExpression(parent) && partsOf(parent) !== undefined;
}

function isForPeople(text: string): boolean {
  return /\p{L}{2,}.* .*\p{L}{2,}|\p{L}{2,} \{\}|\{\} \p{L}{2,}/u.test(text);
}

/** Lists of names that are written as one text. */
function isSplit({ parent }: ts.Node): boolean {
  return ts.isPropertyAccessExpression(parent) && parent.name.text === 'split';
}
