/** A page as one file: nothing in it sends a request, and only this style and this script have an effect. */
import { createHash } from 'node:crypto';
import { bundledFile } from '../bundled-files.ts';
import { html, raw, type Html } from './html.ts';

export interface Page {
  readonly title: string;
  readonly body: Html;
}

export function pageText({ title, body }: Page): string {
  const [style, script] = ['css', 'js'].map((kind) => bundledFile(`dist/report/page.${kind}`).toString()) as [
    string,
    string,
  ];
  const policy = [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    `script-src '${hashOf(script)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <meta name="format-detection" content="telephone=no" />
        <title>${title}</title>
        ${raw(`<style>${style}</style>`)}
      </head>
      <body>
        ${body} ${raw(`<script>${script}</script>`)}
      </body>
    </html>`;
  return `${page.toString()}\n`;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
