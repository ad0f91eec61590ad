/** The two quotes that smoke asks for, and their parts. */
import { answerFindings, bodyOf, failure, isRecord, type Answer } from '../answer.ts';
import { Skip, type Finding } from '../check.ts';
import { quote, someExtras, type Chosen } from '../facts.ts';
import type { Service } from '../service.ts';
import { show } from '../show.ts';

export type Body = Readonly<Record<string, unknown>>;
type Found = readonly Finding[];

/** Status 200, JSON, an object. */
export function quoteFindings(answer: Answer): Finding[] {
  const found = answerFindings(answer, 200);
  return found.length > 0 || isRecord(bodyOf(answer))
    ? found
    : [failure(answer, 'a JSON object', show(bodyOf(answer)))];
}

/** Runs a rule on the quote without extras; throws Skip where there is none. */
export async function ofQuote(
  service: Service,
  look: (answer: Answer, body: Body) => Found | Promise<Found>,
): Promise<Found> {
  const answer = await quote(service);
  const body = bodyOf(answer);
  if (!isRecord(body)) throw new Skip('no quote to look at', 'quote-answer');
  return look(answer, body);
}

/** Runs a rule on the quote with extras; throws Skip where there is none. */
export async function ofSelected(
  service: Service,
  look: (answer: Answer, body: Body, chosen: Chosen) => Found,
): Promise<Found> {
  const chosen = await someExtras(service);
  const answer = await quote(service, chosen);
  const body = bodyOf(answer);
  if (!isRecord(body)) throw new Skip('no quote with extras to look at', 'quote-selected');
  return look(answer, body, chosen);
}

/** Runs a rule on both; what is wrong with both is told once. */
export async function ofBoth(service: Service, look: (answer: Answer, body: Body) => Found): Promise<Found> {
  const plain = await ofQuote(service, look);
  const more = await ofSelected(service, look).catch((error: unknown) => {
    // The one without extras has been looked at: that is enough.
    if (error instanceof Skip) return [];
    throw error;
  });
  return [...plain, ...more.filter((found) => !plain.some(({ expected }) => expected === found.expected))];
}

export function breakdownOf(body: Body): Body {
  const breakdown = body['priceBreakdown'];
  if (!isRecord(breakdown)) throw new Skip('the quote has no breakdown', 'quote-fields');
  return breakdown;
}

/** The accessories; undefined where there is no such list. */
export function entriesOf(breakdown: Body): Body[] | undefined {
  const entries = breakdown['accessories'];
  return Array.isArray(entries) ? entries.filter(isRecord) : undefined;
}
