/** User name and password in the address of a proxy or of a budget's server. An operator's address has none. */

export function credentialsOf({ username, password }: URL): { readonly username: string; readonly password: string } {
  return { username: decode(username), password: decode(password) };
}

/** The Proxy-Authorization header for the credentials of an address; undefined if it has none. */
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
