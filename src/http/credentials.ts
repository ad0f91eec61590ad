/** User name and password in an address. */

/** An address that is safe to show. */
export function withoutCredentials(url: URL): URL {
  if (url.username === '' && url.password === '') return url;
  return Object.assign(new URL(url), { username: '', password: '' });
}

export function credentialsOf({ username, password }: URL): { readonly username: string; readonly password: string } {
  return { username: decode(username), password: decode(password) };
}

/** The Authorization header for the credentials of an address; undefined if it has none. */
export function basicAuth(url: URL): string | undefined {
  const { username, password } = credentialsOf(url);
  const text = `${username}:${password}`;
  return text === ':' ? undefined : `Basic ${Buffer.from(text).toString('base64')}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
