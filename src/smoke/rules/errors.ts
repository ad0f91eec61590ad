/** How the service refuses requests that are wrong on purpose. */
import { given, isThere, skip, unchecked, type ServiceAnswer, type Missing } from '../asked.ts';
import { ofVehicle, type VehicleAnswers, type SmokeAnswers, type Judge } from '../converse.ts';
import {
  arrayFindings,
  describe,
  errorFindings,
  failFinding,
  isRefusal,
  errorTextOf,
  showValue,
} from '../findings.ts';
import { together, unless, warnFinding, type SmokeFinding, type Verdict } from '../findings.ts';

/** The wrong requests that are there for this rule. */
export function refusal(id: string): Judge {
  return ofVehicle(({ wrong }) =>
    given(wrong, (all) => {
      const own = all.filter(({ rule }) => rule === id);
      const verdicts = own.map((one) => given(one.asked, (answer) => judgeWrong(one, answer)));
      // It says that each of them is refused.
      const open = verdicts.find((verdict) => !isThere(verdict) && verdict.missing === 'unchecked');
      const found = together(verdicts);
      return isThere(found) && found.length === 0 ? (open ?? found) : found;
    }),
  );
}

type WrongRequest = Exclude<VehicleAnswers['wrong'], Missing>[number];

/**
 * The document shows no validation beyond presence and type, so a day that is only not in the
 * calendar may be accepted.
 */
function judgeWrong(
  { name, value, isOfType }: WrongRequest,
  answer: ServiceAnswer,
): readonly SmokeFinding[] {
  if (!isOfType || answer.status !== 200) return refused(name, value, answer);
  const broken = arrayFindings(answer).filter(({ severity }) => severity === 'fail');
  return broken.length > 0
    ? broken
    : [warnFinding(answer, `${value} as ${name}: status 400`, describe(answer))];
}

/** A 400 with its reason, which names a parameter that is left out. */
function refused(
  name: string,
  value: string | undefined,
  answer: ServiceAnswer,
): readonly SmokeFinding[] {
  const how = `${value === undefined ? 'without' : 'with a wrong'} ${name}`;
  const found = errorFindings(answer, 400);
  if (!isRefusal(answer, 400))
    return found.map((one) => ({ ...one, expected: `${how}: ${one.expected}` }));
  const named = `Missing required query parameter: ${name}`;
  const message = errorTextOf(answer);
  const isNamed = value !== undefined || message === named;
  return [
    ...unless(isNamed, failFinding(answer, `error: "${named}"`, showValue(message))),
    ...found,
  ];
}

/**
 * Its reason may be in any language. A service may refuse a vehicle that it does not know with a
 * 400.
 */
export const notAvailable = ofVehicle(({ unavailable: { isKnown, asked } }) =>
  given(asked, (answer) => {
    const isUncertain = !isKnown && isRefusal(answer, 400);
    return isUncertain
      ? unchecked('no vehicle is known to be unavailable')
      : errorFindings(answer, 404);
  }),
);

export function unavailable({ refusals }: SmokeAnswers): Verdict {
  const first = refusals.find(({ status }) => status === 503);
  return first === undefined
    ? skip('a 503 cannot be provoked from outside')
    : errorFindings(first, 503);
}
