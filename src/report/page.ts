/** A page as one file, which runs nothing, loads nothing, and has only our style. */
import { sha256 } from '../base/sha256.ts';
import { bundledFile } from '../bundled-files.ts';
import { html, raw, type Html } from './html.ts';

export interface ReportPage {
  readonly title: string;
  readonly body: Html;
}

/** Removes the indents of our source, because there can be thousands of offers. */
export function pageText({ title, body }: ReportPage): string {
  const style = bundledFile('dist/report/page.css').toString();
  const hash = sha256(style, 'base64');
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
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
        ${raw(body.toString().replaceAll(/\n\s+/g, '\n'))}
      </body>
    </html>`;
  return `${page.toString()}\n`;
}
