import type { OperatorOptions } from './options.ts';
import { isValid, quoteParameters } from './reading.ts';

/** An answer before the headers that all have. */
export interface Message {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export function html(status: number, title: string, body: string): Message {
  const head = `<meta charset="utf-8"><title>${title}</title>`;
  return {
    status,
    type: 'text/html; charset=utf-8',
    body: `<!doctype html>\n<html lang="en"><head>${head}</head><body>${body}</body></html>\n`,
  };
}

export function json(value: unknown): Message {
  return { status: 200, type: 'application/json', body: JSON.stringify(value) };
}

export function redirect(status: 301 | 302, location: string): Message {
  return { status, type: 'text/html', body: '', headers: { Location: location } };
}

export function bookingPage(status: number, query: URLSearchParams, echo: OperatorOptions['bookEcho']): Message {
  const shown = quoteParameters.flatMap(({ name }) => {
    const value = query.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return html(status, 'Book', `<h1>Book</h1>${echoed(shown, echo)}`);
}

/** True if a parameter of the page has a value that is not of its type. */
export function isMalformed(query: URLSearchParams): boolean {
  return quoteParameters.some((parameter) => {
    const value = query.get(parameter.name) ?? '';
    return value !== '' && !isValid(parameter, value);
  });
}

function echoed(shown: readonly (readonly [string, string])[], echo: OperatorOptions['bookEcho']): string {
  if (echo === 'data block') {
    const text = JSON.stringify(Object.fromEntries(shown)).replaceAll('<', '\\u003c');
    return `<script type="application/json">${text}</script>`;
  }
  // In a quoted attribute only a quote would be dangerous.
  if (echo === 'raw attribute')
    return shown.map(([name, value]) => `<input name="${name}" value="${escapeQuotes(value)}">`).join('');
  return shown.map(([name, value]) => `<p>${name}: ${escapeQuotes(value).replaceAll('<', '&lt;')}</p>`).join('');
}

function escapeQuotes(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}
