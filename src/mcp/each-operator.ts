/** Runs a command that returns a list at each of several operators, and joins what they have. */
import { isFailedRequest, type RentalError } from '../base/errors.ts';
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
  const outcomes = await Promise.all(
    sessions.map(async (session): Promise<Outcome> => {
      const { name } = session.operator;
      try {
        return { name, result: await run(session) };
      } catch (error) {
        if (!isFailedRequest(error)) throw error;
        return { name, error };
      }
    }),
  );
  const [first] = outcomes;
  if (first?.error !== undefined && outcomes.every(({ error }) => error !== undefined))
    throw first.error;
  return { value: outcomes.flatMap(rowsOf), notes: outcomes.flatMap(notesOf) };
}

/** The result of one operator, or why it did not answer. */
interface Outcome {
  readonly name: string;
  readonly result?: Result | undefined;
  readonly error?: RentalError;
}

function rowsOf({ name, result }: Outcome): Row[] {
  const rows = (result?.value ?? []) as readonly Row[];
  return rows.map((row) => ({ ...row, operator: name }));
}

function notesOf({ name, result, error }: Outcome): FieldText[] {
  if (error !== undefined) return [`${name}: ${errorReport(error).message}`];
  return (result?.notes ?? []).map((note) => `${name}: ${toolText(note)}`);
}
