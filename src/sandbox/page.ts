/** The frame of every page. It escapes all values, and allows neither inline code nor other hosts. */
import type { Context } from 'hono';
import { html } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { SandboxState } from './options.ts';

/** Escaped markup. */
export type Html = ReturnType<typeof html>;

const contentPolicy = [
  "default-src 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const defaultHead = html`<link rel="stylesheet" href="/page.css" />`;

export interface Page {
  readonly title: string;
  readonly body: Html;
  /** Replaces the default style sheet. */
  readonly head?: Html;
  readonly status?: ContentfulStatusCode;
}

export function servePage(
  c: Context,
  { catalogue }: SandboxState,
  { title, body, head = defaultHead, status = 200 }: Page,
): Response | Promise<Response> {
  c.header('Content-Security-Policy', contentPolicy);
  c.header('Referrer-Policy', 'no-referrer');
  const name = catalogue.operatorName;
  const page = html`<!doctype html>
    <html lang="en-NZ">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} – ${name}</title>
        <link rel="icon" href="/logo.svg" type="image/svg+xml" />
        ${head}
        <link rel="stylesheet" href="/frame.css" />
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <header class="top">
          <a class="brand" href="/"><img src="/logo.svg" alt="" width="32" height="32" />${name}</a>
          <nav aria-label="Site">
            <a href="/book">Book</a>
            <a href="/docs">Documentation</a>
          </nav>
        </header>
        <p class="notice">This is a sandbox with sample data. It takes no bookings and stores nothing.</p>
        <main id="main">${body}</main>
      </body>
    </html>`;
  return c.html(page, status);
}
