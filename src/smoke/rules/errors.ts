/** How the service refuses requests that are wrong on purpose. */
import { given, skip, unchecked, type Answer } from '../asked.ts';
import { ofVehicle, type Answers, type Judge } from '../converse.ts';
import { errorFindings, failure, isRefusal, messageOf, showValue, together } from '../findings.ts';
import { unless, type Finding, type Verdict } from '../findings.ts';

/** The wrong requests that are there for this rule. */
export function refusal(id: string): Judge {
  return ofVehicle(({ wrong }) =>
    given(wrong, (all) => {
      const own = all.filter(({ rule }) => rule === id);
      return together(own.map(({ name, value, asked }) => given(asked, (answer) => refused(name, value, answer))));
    }),
  );
}

/** A 400 with its reason, which names a parameter that is left out. */
function refused(name: string, value: string | undefined, answer: Answer): readonly Finding[] {
  const how = `${value === undefined ? 'without' : 'with a wrong'} ${name}`;
  const found = errorFindings(answer, 400);
  if (!isRefusal(answer, 400)) return found.map((one) => ({ ...one, expected: `${how}: ${one.expected}` }));
  const named = `Missing required query parameter: ${name}`;
  const message = messageOf(answer);
  const isNamed = value !== undefined || message === named;
  return [...unless(isNamed, failure(answer, `error: "${named}"`, showValue(message))), ...found];
}

/** Its reason may be in any language. A service may refuse a vehicle that it does not know with a 400. */
export const notAvailable = ofVehicle(({ unavailable: { isKnown, asked } }) =>
  given(asked, (answer) => {
    const isUncertain = !isKnown && isRefusal(answer, 400);
    return isUncertain ? unchecked('no vehicle is certain not to be available') : errorFindings(answer, 404);
  }),
);

export function unavailable({ refusals }: Answers): Verdict {
  const first = refusals.find(({ status }) => status === 503);
  return first === undefined ? skip('a 503 cannot be provoked from outside') : errorFindings(first, 503);
}
