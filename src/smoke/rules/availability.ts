/** Whether a search for vehicles is answered as the document says: it does not say which trips a service accepts. */
import { blocked, given, isThere, listOf, type Answer } from '../asked.ts';
import { describe, failure, listOrRefusalFindings, messageOf, together, type Verdict } from '../findings.ts';
import type { Answers } from '../converse.ts';
import { vehicleIdsOf, type Search } from '../trips.ts';

/** Reasons that are about no trip: a parameter besides the documented ones, another format, credentials, the service itself. */
const unavoidable =
  /parameter: (?!(?:pick_up|drop_off)_(?:depot_id|date)\b)|\bformat\b|dd[/.-]mm|mm[/.-]dd|api.?key|\btoken\b|unauthori[sz]ed|credentials|\binternal\b|exception|unexpected|server error|\bdate-?time\b|timestamp/i;
/** Of what is required, these words are about a trip. */
const aboutTrip =
  /night|day|date|stay|season|period|duration|trip|rental|booking|advance|notice|ahead|depot|location|branch|hour|week|month|minimum|maximum/i;

/** Each trip has a list, or a 400 with its reason. If none has a vehicle, little can be checked. */
export function availabilityAnswer({ search }: Answers): Verdict {
  return given(search, searchVerdict);
}

function searchVerdict({ best, tried }: Search): Verdict {
  const answers = tried.map(({ asked }) => asked).filter(isThere);
  const found = together(answers.map(listOrRefusalFindings));
  if (!isThere(best.asked)) return best.asked;
  if ((isThere(found) && found.some(({ severity }) => severity === 'fail')) || vehicleIdsOf(best).length > 0)
    return found;
  const list = listOf(best.asked);
  if (list === undefined) return refusedVerdict(best.asked, answers);
  if (list.length > 0) return found;
  const reason = `no vehicle is available for any of ${tried.length} trips, so little could be checked`;
  return blocked('nothing_available', reason);
}

function refusedVerdict(best: Answer, answers: readonly Answer[]): Verdict {
  const reasons = [...new Set(answers.map(describe))].slice(0, 3).join('; ');
  const problem = `none of ${answers.length} trips was accepted: ${reasons}`;
  const isBroken = answers.length > 1 && answers.every((answer) => isUnavoidable(messageOf(answer) ?? ''));
  return isBroken ? [failure(best, 'status 200 for some trip', problem)] : blocked('refused', problem);
}

/** True only for words that are understood: a reason in another language, or "No", can be about a trip. */
function isUnavoidable(reason: string): boolean {
  return unavoidable.test(reason) || (/\b(?:required|missing)\b/i.test(reason) && !aboutTrip.test(reason));
}
