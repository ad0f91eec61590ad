/** Runs a command that returns a list at each of several operators, and joins what they have. */
import { isFailedRequest } from '../base/errors.ts';
import type { FieldText } from '../base/field-text.ts';
import type { OpenSession } from '../operators/session.ts';
import type { Result } from '../result.ts';
import type { Row } from '../shape.ts';
import { errorReport, toolText } from './errors.ts';

/**
 * The rows have their operator, and so have the notes. An operator that does not answer has a note
 * too; throws the first error if none answers.
 */
export async function runAtEach(
  sessions: readonly OpenSession[],
  run: (session: OpenSession) => Promise<Result | undefined>,
): Promise<Pick<Result, 'value' | 'notes'>> {
  const results = await Promise.all(
    sessions.map(async (session) => ({
      name: session.operator.name,
      result: await run(session).catch((error: unknown) => {
        if (!isFailedRequest(error)) throw error;
        return { error };
      }),
    })),
  );
  const [first] = results;
  const rows: Row[] = [];
  const notes: FieldText[] = [];
  let answers = 0;
  for (const { name, result } of results) {
    if (result !== undefined && 'error' in result) {
      notes.push(`${name}: ${errorReport(result.error).message}`);
      continue;
    }
    answers += 1;
    rows.push(
      ...((result?.value ?? []) as readonly Row[]).map((row) => ({ ...row, operator: name })),
    );
    notes.push(...(result?.notes ?? []).map((note) => `${name}: ${toolText(note)}`));
  }
  if (answers === 0 && first?.result !== undefined && 'error' in first.result)
    throw first.result.error;
  return { value: rows, notes };
}
