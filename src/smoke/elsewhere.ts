/** Notices that what answers at the base address is no such service: nothing that it says is judged then. */
import { addressHint, pageHint, type MendWith } from '../api/base-address.ts';
import { exitCodes, type ExitCode } from '../base/errors.ts';
import { isJson } from '../http/json.ts';
import { responseError } from '../http/response-errors.ts';
import { blocked, isThere, typeOf, type Answer, type Asked, type Missing } from './asked.ts';

/** `answer` is the first one, which is that of `/depots`. Undefined if it can come from the interface. */
export function elsewhere(answer: Answer, baseUrl: URL, mendWith?: MendWith): Missing | undefined {
  const { request, status, notJson = '', hint } = answer;
  const noSuchService = (came: string, exitCode: ExitCode, what: string): Missing => {
    return { ...blocked(`${request.endpoint}: ${came}`, exitCode), hint: what };
  };
  if (status === undefined) return noSuchService(notJson, exitCodes.contract, hint ?? pageHint(baseUrl, mendWith).text);
  const came = `${status}, ${typeText(answer)}`;
  if (status >= 400 && status < 500) {
    const error = responseError({ ...answer, status, body: new Uint8Array(), elapsedMs: 0 }, request.endpoint);
    return noSuchService(came, error.exitCode, error.hint ?? addressHint(baseUrl, mendWith).text);
  }
  // JSON of a wrong form, or with a mistake, is judged by the rules.
  const isForeign = status === 200 && notJson !== '' && !isJson(typeOf(answer));
  return isForeign ? noSuchService(came, exitCodes.contract, pageHint(baseUrl, mendWith).text) : undefined;
}

/** Whether the answer of `/depots` showed that. */
export function isElsewhere(depots: Asked): boolean {
  return !isThere(depots) && depots.hint !== undefined;
}

function typeText(answer: Answer): string {
  const type = typeOf(answer);
  if (type === '') return 'no content type';
  return /^[\w.+-]{1,40}\/[\w.+-]{1,60}$/.test(type) ? type : 'an unknown content type';
}
