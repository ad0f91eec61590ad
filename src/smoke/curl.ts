import type { HttpRequest } from '../http/types.ts';

/** A line for a shell that repeats the request, headers of the answer included. */
export function curlLine({ url, accept = 'application/json' }: HttpRequest): string {
  const shown = new URL(url);
  shown.username = '';
  shown.password = '';
  // The same address to a server, and no command to a CI that reads its log.
  shown.pathname = shown.pathname.replaceAll('::', '%3A%3A');
  shown.search = shown.search.replaceAll('::', '%3A%3A');
  return `curl -sSi -H ${shellQuote(`accept: ${accept}`)} ${shellQuote(shown.href)}`;
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
