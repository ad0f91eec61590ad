/** What pages are made of. All values are escaped, and neither code nor another host has a place in a page. */
import type { Context } from 'hono';
import { html } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** Escaped markup. */
export type Html = ReturnType<typeof html>;

export interface Page {
  readonly title: string;
  readonly body: Html;
  readonly status?: ContentfulStatusCode;
}

export const style = `:root { color-scheme: light dark; }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; }
form { display: flex; flex-wrap: wrap; gap: 1rem; align-items: end; }
label { display: grid; }
td { padding: 0.4rem 1rem 0.4rem 0; }
img { width: 6rem; }
`;

export function servePage(c: Context, operator: string, { title, body, status = 200 }: Page) {
  c.header(
    'Content-Security-Policy',
    "default-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
  const page = html`<!doctype html>
    <html lang="en-NZ">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} – ${operator}</title>
        <link rel="stylesheet" href="/page.css" />
      </head>
      <body>
        <p><a href="/">${operator}</a>: sample data. Nothing can be booked.</p>
        <h1>${title}</h1>
        ${body}
      </body>
    </html>`;
  return c.html(page, status);
}

/** Sends its inputs as the query of this address. */
export function form(address: string, inputs: readonly { readonly name: string; readonly required?: boolean }[]): Html {
  const labels = inputs.map(({ name, required = true }) => {
    const type = name.endsWith('date') ? 'date' : 'text';
    return html`<label>${name} <input name="${name}" type="${type}" ${required ? 'required' : ''} /></label>`;
  });
  return html`<form action="${address}">${labels} <button>Send</button></form>`;
}

export function table(rows: readonly (readonly (Html | string)[])[]): Html {
  const lines = rows.map(
    (cells) =>
      html`<tr>
        ${cells.map((cell) => html`<td>${cell}</td>`)}
      </tr>`,
  );
  return html`<table>
    ${lines}
  </table>`;
}
