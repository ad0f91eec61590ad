/** What a run saw that no rule of the document is about: it is said beside the summary, and counts nowhere. */
import { fieldOf, listOf } from './asked.ts';
import type { Answers } from './converse.ts';
import { showText, showValue } from './display.ts';

export interface Fact {
  readonly name: 'certificate' | 'slowest' | 'days';
  readonly text: string;
}

export function factsOf(answers: Answers, now: number): Fact[] {
  const facts = { certificate: certificate(answers, now), slowest: slowest(answers), days: otherDays(answers) };
  return Object.entries(facts).flatMap(([name, text]) =>
    text === undefined ? [] : [{ name: name as Fact['name'], text }],
  );
}

function certificate({ all }: Answers, now: number): string | undefined {
  const ends = all.flatMap(({ tls }) => (tls === undefined ? [] : [tls.validTo]));
  if (ends.length === 0) return undefined;
  const days = Math.floor((Math.min(...ends) - now) / 86_400_000);
  return `the certificate is good for ${days === 1 ? '1 day' : `${days} days`}`;
}

function slowest({ all }: Answers): string | undefined {
  const [answer] = [...all].sort((one, other) => other.elapsedMs - one.elapsedMs);
  return answer && `the slowest answer took ${Math.round(answer.elapsedMs)} ms, ${showText(answer.request.endpoint)}`;
}

/** The document names weekday and weekend, and leaves the set open. */
function otherDays({ depots }: Answers): string | undefined {
  const times = (listOf(depots) ?? []).flatMap((depot) =>
    ['pickup_times', 'drop_off_times'].flatMap((name) => fieldOf(depot, name)),
  );
  const days = new Set(times.map((entry) => fieldOf(entry, 'day')));
  const others = [...days].filter((day) => typeof day === 'string' && day !== 'weekday' && day !== 'weekend');
  if (others.length === 0) return undefined;
  const more = others.length > 5 ? ` and ${others.length - 5} more` : '';
  return `other day categories: ${others.slice(0, 5).map(showValue).join(', ')}${more}`;
}
