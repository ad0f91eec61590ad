/** User name and password in the address of a proxy or of a budget's server. */
import { tryTo } from '../base/errors.ts';

export function credentialsOf({ username, password }: URL): {
  readonly username: string;
  readonly password: string;
} {
  return { username: decode(username), password: decode(password) };
}

/** The header with the credentials of a proxy, if its address has some. */
export function proxyLogin(proxy: URL): Record<string, string> {
  const { username, password } = credentialsOf(proxy);
  const text = `${username}:${password}`;
  return text === ':'
    ? {}
    : { 'proxy-authorization': `Basic ${Buffer.from(text).toString('base64')}` };
}

function decode(text: string): string {
  return tryTo(() => decodeURIComponent(text)) ?? text;
}
