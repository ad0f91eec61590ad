/** Notices that no rental service answers at the base address, so that no rule judges what came. */
import { baseText, likelyBase, type CorrectBase } from '../api/base-address.ts';
import { exitCodes, type ExitCode } from '../base/errors.ts';
import { isJson } from '../http/json.ts';
import { responseError } from '../http/response-errors.ts';
import {
  isThere,
  typeOf,
  type ServiceAnswer,
  type MaybeAnswer,
  type MissingOf,
} from './answers.ts';

interface BaseAddress {
  readonly baseUrl: URL;
  readonly correctBase?: CorrectBase | undefined;
  /** Whether the interface answers there. Sends a request. */
  readonly answersAt: (likely: URL) => Promise<boolean>;
}

/** `answer` is that of `/depots`. Undefined if it can come from a rental service. */
export async function whyNoService(
  answer: ServiceAnswer,
  base: BaseAddress,
): Promise<MissingOf<'no-service'> | undefined> {
  const { request, status, problem = '', hint } = answer;
  const { endpoint } = request;
  if (status === undefined)
    return noSuchService(`${endpoint}: ${problem}`, exitCodes.contract, hint ?? networkHint);
  const came = `${endpoint} answered ${status} with ${typeText(answer)}`;
  if (status >= 400 && status < 500) {
    const error = responseError(
      { ...answer, status, body: new Uint8Array(), elapsedMs: 0 },
      endpoint,
    );
    if (error.hint !== undefined) return noSuchService(came, error.exitCode, error.hint);
    return noSuchService(
      `${notAService}: ${came}`,
      error.exitCode,
      (await foundHint(base)) ?? addressHint,
    );
  }
  // Rules judge wrong JSON.
  const isForeign = status === 200 && problem !== '' && !isJson(typeOf(answer));
  if (!isForeign) return undefined;
  return noSuchService(
    `${notAService}: ${came}`,
    exitCodes.contract,
    (await foundHint(base)) ?? networkHint,
  );
}

const notAService = 'this does not look like a rental service';
const addressHint = "give the base address that the operator's documentation names";
const networkHint = 'check whether the network requires a login first, and the base address';

function noSuchService(reason: string, exitCode: ExitCode, hint: string): MissingOf<'no-service'> {
  return { missing: 'no-service', reason, exitCode, hint };
}

/** Undefined if the interface does not answer at its usual address on this host either. */
async function foundHint({
  baseUrl,
  correctBase,
  answersAt,
}: BaseAddress): Promise<string | undefined> {
  const likely = likelyBase(baseUrl);
  if (baseText(baseUrl) === baseText(likely) || !(await answersAt(likely))) return undefined;
  const address =
    correctBase === undefined ? likely.href : `another address: ${correctBase(likely.href).text}`;
  return `a rental service answers at ${address}`;
}

/** Undefined unless the answer of `/depots` showed that no rental service answers. */
export function noServiceAt(depots: MaybeAnswer): MissingOf<'no-service'> | undefined {
  return !isThere(depots) && depots.missing === 'no-service' ? depots : undefined;
}

function typeText(answer: ServiceAnswer): string {
  const type = typeOf(answer);
  if (type === '') return 'no content type';
  return /^[\w.+-]{1,40}\/[\w.+-]{1,60}$/.test(type) ? type : 'an unknown content type';
}
