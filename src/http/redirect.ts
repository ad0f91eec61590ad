/** A redirect is an answer that breaks the interface: following it could leave the operator, its budget and https. */
import { ContractError } from '../errors.ts';
import { shorten } from '../text.ts';
import type { Answer, HttpRequest } from './types.ts';

/** Names the target without the credentials it may hold. */
export function redirected(
  { status, headers }: Pick<Answer, 'status' | 'headers'>,
  { url, endpoint }: HttpRequest,
): ContractError {
  const location = headers['location'];
  const target = location !== undefined && URL.canParse(location, url.href) ? new URL(location, url.href) : undefined;
  const shown = target ? withoutCredentials(target).href : location;
  const to = shown === undefined || shown === '' ? 'that names no target' : `to ${shorten(shown, 200)}`;
  return new ContractError(`${endpoint}: the service answered with a redirect (${status}) ${to}`, {
    status,
    hint: hintFor(url, target),
  });
}

function hintFor(url: URL, target: URL | undefined): string {
  if (target?.hostname === url.hostname && target.protocol === 'https:' && url.protocol === 'http:') {
    return 'redirects are not followed: give the address with https';
  }
  return 'redirects are not followed: check the address, or whether a network asks for a login first';
}

/** A copy fit for showing. */
export function withoutCredentials(url: URL): URL {
  const copy = new URL(url);
  copy.username = '';
  copy.password = '';
  return copy;
}
