import { readDay } from './dates.ts';
import type { Message } from './http.ts';
import { dateParameters, quoteParameters } from './parameters.ts';

/**
 * How the booking page shows its parameters. None of the ways runs a script: as text; in an attribute as `&lt;`; in a quoted
 * attribute with a raw `<`, where only a quote would be dangerous; in a data block; in an address; or not at all.
 */
export type Echo = 'text' | 'attribute' | 'raw attribute' | 'data block' | 'address' | 'none';

export function html(status: number, title: string, body: string): Message {
  const head = `<meta charset="utf-8"><title>${title}</title>`;
  return {
    status,
    type: 'text/html; charset=utf-8',
    body: `<!doctype html>\n<html lang="en"><head>${head}</head><body>${body}</body></html>\n`,
  };
}

export function bookingPage(status: number, query: URLSearchParams, vehicles: readonly string[], echo: Echo): Message {
  const shown = quoteParameters.flatMap(({ name }) => {
    const value = query.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  const free = vehicles.map((name) => `<li>${escapeHtml(name)}</li>`).join('');
  return html(status, 'Book', `<h1>Book</h1>${echoed(shown, echo)}<ul>${free}</ul>`);
}

/** True if a parameter of the page has a value that is not of its type. */
export function isMalformed(query: URLSearchParams): boolean {
  const isDay = (value: string) => readDay(value, { loose: false }) !== undefined;
  const dates = dateParameters.map(({ name }) => name);
  return quoteParameters.some(({ name }) => {
    const value = query.get(name) ?? '';
    if (value === '') return false;
    return dates.includes(name) ? !isDay(value) : !/^-?\d+(,-?\d+)*$/.test(value);
  });
}

function echoed(shown: readonly (readonly [string, string])[], echo: Echo): string {
  switch (echo) {
    case 'text':
      return shown.map(([name, value]) => `<p>${name}: ${escapeHtml(value)}</p>`).join('');
    case 'attribute':
      return shown.map(([name, value]) => `<input name="${name}" value="${escapeHtml(value)}">`).join('');
    case 'raw attribute':
      return shown.map(([name, value]) => `<input name="${name}" value="${escapeQuotes(value)}">`).join('');
    case 'data block': {
      const json = JSON.stringify(Object.fromEntries(shown)).replaceAll('<', '\\u003c');
      return `<script type="application/json">${json}</script>`;
    }
    case 'address':
      return `<a href="?${escapeQuotes(new URLSearchParams(shown.map(([...pair]) => pair)).toString())}">This search</a>`;
    case 'none':
      return '';
  }
}

function escapeQuotes(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}

function escapeHtml(text: string): string {
  return escapeQuotes(text).replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
