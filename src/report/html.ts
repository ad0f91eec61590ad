/** HTML as values: templates escape each text, so no text becomes markup. */
import { html as template, raw } from 'hono/html';
import { urlOf } from '../base/addresses.ts';
import { escapeData, escapeText } from '../terminal/escape.ts';
import { cut } from '../base/words.ts';

export type Html = ReturnType<typeof raw>;
export type HtmlPart = Html | string | number | false | undefined | readonly HtmlPart[];

/** Shows invisible characters as `<U+202E>`, like a terminal. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlPart[]): Html {
  return template(parts, ...values.map(visible)) as Html;
}

/** Not for text from outside. */
export { raw };

/** Characters of a text. */
const maxText = 2000;

function visible(part: HtmlPart): unknown {
  if (typeof part === 'string') return escapeData(cut(part, maxText));
  return Array.isArray(part) ? part.map(visible) : part;
}

/** The text alone if the address is not safe. */
export function webLink(address: string, text: HtmlPart, className = ''): Html {
  const safe = safeAddress(address);
  if (safe === undefined) return html`<span class="${className}">${text}</span>`;
  const href = uncut(safe);
  return className === ''
    ? html`<a href="${href}">${text}</a>`
    : html`<a class="${className}" href="${href}">${text}</a>`;
}

/** A safe address, whole: a part of it would lead elsewhere. */
export function uncut(safe: string): Html {
  return template`${safe}` as Html;
}

/** An http(s) address without a user name, as ASCII without spaces; undefined for others. */
export function safeAddress(address: string): string | undefined {
  const url = urlOf(address);
  if (url === undefined || escapeText(address) !== address) return undefined;
  const { protocol, username, href } = url;
  const isWeb = protocol === 'http:' || protocol === 'https:';
  return isWeb && username === '' && /^[!-~]+$/.test(href) ? href : undefined;
}
