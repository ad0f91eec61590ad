/** The frame of every page, which escapes all values and allows neither inline code nor other hosts; and what pages share. */
import type { Context } from 'hono';
import { html } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { rentalDays, type Trip } from './availability.ts';
import { showDay } from './calendar.ts';
import type { SandboxState } from './options.ts';
import { tripParameters } from './query.ts';

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

/** `Auckland Airport, Sun, 20 Dec 2026 → Queenstown, Sun, 27 Dec 2026 · 7 days`. */
export function showTrip(trip: Trip): string {
  const ends = [`${trip.pickUp.name}, ${showDay(trip.from)}`, `${trip.dropOff.name}, ${showDay(trip.to)}`];
  return `${ends.join(' → ')} · ${showDays(rentalDays(trip))}`;
}

export function showDays(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}

/** The booking page for the same trip and these selections. */
export function bookHref(query: URLSearchParams, selections: Record<string, string> = {}): string {
  const target = new URLSearchParams();
  for (const name of tripParameters) target.set(name, query.get(name) ?? '');
  for (const [name, value] of Object.entries(selections)) target.set(name, value);
  return `/book?${target.toString()}`;
}
