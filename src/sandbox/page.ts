/** The frame of every page, which escapes all values and allows neither code nor other hosts. */
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
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.4rem 1rem 0.4rem 0; border-bottom: 1px solid #8888; text-align: left; vertical-align: top; }
img { width: 6rem; }
`;

const contentPolicy =
  "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

export function servePage(c: Context, operator: string, { title, body, status = 200 }: Page) {
  c.header('Content-Security-Policy', contentPolicy);
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

/** Amounts in cents: `$1,234.50`. */
export function dollars(cents: number): string {
  return (cents / 100).toLocaleString('en-NZ', { style: 'currency', currency: 'NZD' });
}
