/** Pages, in which all values are escaped, and which run no code and load nothing. */
import type { Context } from 'hono';
import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** Escaped HTML. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

export interface SitePage {
  readonly title: string;
  readonly body: Markup;
  readonly status?: ContentfulStatusCode;
}

export function servePage(c: Context, operator: string, { title, body, status = 200 }: SitePage) {
  c.header(
    'Content-Security-Policy',
    "default-src 'none'; form-action 'self'; frame-ancestors 'none'",
  );
  const page = html`<!doctype html>
    <html lang="en-NZ">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>${title} – ${operator}</title>
      <h1>${title}</h1>
      <p><a href="/">${operator}</a>: sample data. Nothing can be booked.</p>
      ${body}
    </html>`;
  return c.html(page, status);
}

export function form(
  address: string,
  inputs: readonly { readonly name: string; readonly required?: boolean }[],
): Markup {
  const labels = inputs.map(({ name, required = true }) => {
    const type = name.endsWith('date') ? 'date' : 'text';
    return html`<label
      >${name} <input name="${name}" type="${type}" ${required ? 'required' : ''}
    /></label>`;
  });
  return html`<form action="${address}">${labels} <button>Send</button></form>`;
}

export function bulletList(lines: readonly Markup[]): Markup {
  return html`<ul>
    ${lines.map((line) => html`<li>${line}</li>`)}
  </ul>`;
}
