/** Makes a page of a saved document. */
import type { Context } from '../../cli/context.ts';
import { columnsOf } from '../../document.ts';
import { report as document } from '../../documents/program.ts';
import { UsageError } from '../../errors.ts';
import { parseJson } from '../../json.ts';
import { withoutMark } from '../../operators/files.ts';
import { defaultTimeZone } from '../../operators/operator.ts';
import { recognise } from '../../report/index.ts';
import { answer, type Result } from '../../result.ts';
import { readInput } from '../shared/input-file.ts';
import { openOutputFile } from '../shared/output-file.ts';
import { reportPage } from '../shared/report-file.ts';

const hint = 'rental compare … --json > offers.json';

interface Options {
  readonly file: string;
  readonly page: string;
}

/** Throws UsageError for a file that does not hold such a document, and OutputError. */
export async function report({ file, page }: Options, context: Context): Promise<Result> {
  const { name, value } = read(file);
  const write = await openOutputFile('report', page, context);
  const { title, text } = await reportPage(name, value, { timeZone: defaultTimeZone });
  await write(text);
  const made = { file: page, title, bytes: Buffer.byteLength(text) };
  return answer(document, { value: made, view: [{ kind: 'table', columns: columnsOf(document), rows: [made] }] });
}

function read(path: string) {
  const file = path === '-' ? 'standard input' : path;
  const value = parse(readInput(path, hint), file);
  const found = recognise(value);
  if (found === undefined) throw new UsageError(`${file} holds nothing that a page can be made of`, { hint });
  const { name, misfit } = found;
  if (misfit === undefined) return { name, value };
  const where = misfit === '' ? 'it' : misfit;
  throw new UsageError(`${file} is not what rental ${name} prints with --json: ${where} does not fit`, {
    hint: `rental schema ${name} has its form`,
  });
}

function parse(text: string, file: string): unknown {
  try {
    return parseJson(withoutMark(text));
  } catch (cause) {
    throw new UsageError(`${file} is not JSON`, { cause, hint });
  }
}
