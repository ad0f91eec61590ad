/** How the service refuses requests that are wrong on purpose. */
import {
  ifThere,
  isThere,
  skip,
  unchecked,
  verdictOfMissing,
  type ServiceAnswer,
} from '../answers.ts';
import type { WrongRequest } from '../wrong-requests.ts';
import { ofVehicle, type SmokeAnswers, type Judge } from '../converse.ts';
import {
  arrayFindings,
  answerText,
  errorFindings,
  failFinding,
  isRefusal,
  errorTextOf,
  showValue,
  joinJudgements,
  findingUnless,
  warnFinding,
} from '../findings.ts';
import type { SmokeFinding, Judgement } from '../findings.ts';
import type { RuleId } from './definitions.ts';

/** The rule passes only if the service refused each wrong request that was made for it. */
export function refusal(id: RuleId): Judge {
  return ofVehicle(({ wrongRequests }) =>
    ifThere(wrongRequests, (requests) => {
      const verdicts = requests
        .filter(({ ruleId }) => ruleId === id)
        .map((request) => ifThere(request.answer, (answer) => judgeWrong(request, answer)));
      const unjudged = verdicts.find(
        (verdict) => !isThere(verdict) && verdictOfMissing(verdict) === 'unchecked',
      );
      const found = joinJudgements(verdicts);
      return isThere(found) && found.length === 0 ? (unjudged ?? found) : found;
    }),
  );
}

/** The document requires a type, so a date that is not in the calendar is only a warning. */
function judgeWrong(
  { name, value, isOfType }: WrongRequest,
  answer: ServiceAnswer,
): readonly SmokeFinding[] {
  if (!isOfType || answer.status !== 200) return refusalFindings(name, value, answer);
  const broken = arrayFindings(answer).filter(({ severity }) => severity === 'fail');
  return broken.length > 0
    ? broken
    : [warnFinding(answer, `${value} as ${name}: status 400`, answerText(answer))];
}

/** A 400 must give its reason, and name a parameter that was left out. */
function refusalFindings(
  name: string,
  value: string | undefined,
  answer: ServiceAnswer,
): readonly SmokeFinding[] {
  const how = `${value === undefined ? 'without' : 'with a wrong'} ${name}`;
  const found = errorFindings(answer, 400);
  if (!isRefusal(answer, 400))
    return found.map((finding) => ({ ...finding, expected: `${how}: ${finding.expected}` }));
  const named = `Missing required query parameter: ${name}`;
  const message = errorTextOf(answer);
  const isNamed = value !== undefined || message === named;
  return [
    ...findingUnless(isNamed, failFinding(answer, `error: "${named}"`, showValue(message))),
    ...found,
  ];
}

/** A service may refuse a vehicle that it does not know with a 400. */
export const notAvailable = ofVehicle(({ unavailable }) =>
  ifThere(unavailable.answer, (answer) => {
    const isUncertain = !unavailable.isKnown && isRefusal(answer, 400);
    return isUncertain
      ? unchecked('no vehicle is known to be unavailable')
      : errorFindings(answer, 404);
  }),
);

export function unavailable({ busyAnswers }: SmokeAnswers): Judgement {
  const first = busyAnswers.find(({ status }) => status === 503);
  return first === undefined
    ? skip('a 503 cannot be provoked from outside')
    : errorFindings(first, 503);
}
