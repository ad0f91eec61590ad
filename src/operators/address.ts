import { ConfigError } from '../errors.ts';

/** Throws ConfigError for anything but a plain http(s) address. */
export function parseAddress(text: string, what: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new ConfigError(`${what} is not an http or https address: ${text}`, {
      hint: 'for example https://www.example.com/api/agent',
    });
  }
  if (url.username !== '' || url.password !== '') {
    throw new ConfigError(`${what} carries a user name or password`, { hint: 'the interface has no authentication' });
  }
  if (url.search !== '' || url.hash !== '') {
    throw new ConfigError(`${what} carries a query or fragment: ${text}`, { hint: 'give the address without it' });
  }
  return url;
}
