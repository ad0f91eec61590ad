/** What a run saw that no rule of the document is about: it is said beside the summary, and counts nowhere. */
import { depots as depotsShape } from '../api/answers.ts';
import { isThere } from './asked.ts';
import type { Answers } from './converse.ts';
import { showText, showValue } from './display.ts';
import { fieldsIn } from './findings.ts';

export interface Fact {
  readonly name: 'certificate' | 'slowest' | 'days';
  readonly text: string;
}

export function factsOf({ all, depots }: Answers, now: number): Fact[] {
  const facts: Fact[] = [];
  const ends = all.flatMap(({ tls }) => (tls === undefined ? [] : [tls.validTo]));
  const days = Math.floor((Math.min(...ends) - now) / 86_400_000);
  if (ends.length > 0)
    facts.push({ name: 'certificate', text: `the certificate is good for ${days === 1 ? '1 day' : `${days} days`}` });
  const [slow] = [...all].sort((one, other) => other.elapsedMs - one.elapsedMs);
  if (slow !== undefined) {
    const text = `the slowest answer took ${Math.round(slow.elapsedMs)} ms, ${showText(slow.request.endpoint)}`;
    facts.push({ name: 'slowest', text });
  }
  // The document names weekday and weekend, and leaves the set open.
  const categories = fieldsIn(depotsShape, isThere(depots) ? depots.json : undefined, 'day').map(({ value }) => value);
  const others = new Set(categories.filter((day) => typeof day === 'string' && !/^week(?:day|end)$/.test(day)));
  const shown = [...others].slice(0, 5).map(showValue).join(', ');
  const more = others.size > 5 ? ` and ${others.size - 5} more` : '';
  if (others.size > 0) facts.push({ name: 'days', text: `other day categories: ${shown}${more}` });
  return facts;
}
