import { errorBodySchema } from '../../api/schemas.ts';
import { answerFindings, bodyOf, failure, type Answer } from '../answer.ts';
import type { Finding } from '../check.ts';
import { shapeFindings } from '../shape.ts';
import { show } from '../show.ts';

/** The status, and the JSON `{"error": <string>}` that goes with it (section Errors). */
export function errorFindings(answer: Answer, status: number): Finding[] {
  const found = answerFindings(answer, status);
  if (found.length > 0) return found;
  const body = bodyOf(answer, status);
  const shape = shapeFindings(answer, errorBodySchema, body);
  if (shape.length > 0) return shape;
  const { error } = body as { readonly error: string };
  return error.trim() === '' ? [failure(answer, 'error: a message', show(error))] : [];
}
