/** HTML as values: a text is escaped where a template takes it in, so no text can become markup. */
import { html as template, raw } from 'hono/html';
import { urlOf } from '../base/addresses.ts';
import { escapeData, escapeText } from '../terminal/escape.ts';
import { cut } from '../base/words.ts';

export type Html = ReturnType<typeof raw>;
export type HtmlPart = Html | string | number | false | undefined | readonly HtmlPart[];

/** As on a terminal, what is invisible becomes visible: `<U+202E>`. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlPart[]): Html {
  return template(parts, ...values.map(visible)) as Html;
}

/** Only for our own style and pages. */
export { raw };

/** Much more than people read. */
const longest = 2000;

function visible(part: HtmlPart): unknown {
  if (typeof part === 'string') return escapeData(cut(part, longest));
  return Array.isArray(part) ? part.map(visible) : part;
}

/** The text as a link, if the address is one of the web; else the text alone. */
export function webLink(address: string, text: HtmlPart, className = ''): Html {
  const safe = safeAddress(address);
  if (safe === undefined) return html`<span class="${className}">${text}</span>`;
  const href = whole(safe);
  return className === ''
    ? html`<a href="${href}">${text}</a>`
    : html`<a class="${className}" href="${href}">${text}</a>`;
}

/** A safe address, however long: a part of it leads elsewhere. */
export function whole(safe: string): Html {
  return template`${safe}` as Html;
}

/** The address if it is http(s) and holds no user name, as plain ASCII without spaces. */
export function safeAddress(address: string): string | undefined {
  const url = urlOf(address);
  if (url === undefined || escapeText(address) !== address) return undefined;
  const { protocol, username, href } = url;
  const isWeb = protocol === 'http:' || protocol === 'https:';
  return isWeb && username === '' && /^[!-~]+$/.test(href) ? href : undefined;
}
