import { description, reworded, writeYaml } from './description.ts';
import type { OperatorOptions } from './options.ts';
import { bookingPage, html, isMalformed, json, redirect, type Message } from './pages.ts';

export interface SiteContext {
  readonly options: OperatorOptions;
  readonly baseUrl: URL;
  readonly siteUrl: URL;
}

/** Paths of the descriptions and of the manifest, below the website. */
const addresses = {
  'usual places': { yaml: '/openapi.yaml', json: '/openapi.json', manifest: '/.well-known/ai-plugin.json' },
  'named in the manifest': {
    yaml: '/dev/rent-1.yml',
    json: '/dev/rent-1.json',
    manifest: '/.well-known/ai-plugin.json',
  },
  elsewhere: { yaml: '/about/a/y', json: '/about/a/j', manifest: '/about/a/plugin' },
};

const USUAL = /\/(docs|openapi|ai-plugin|swagger|api-docs)(\.json|\.ya?ml)?$/;

/** The answer for a path below the website. */
export function sitePage(path: string, request: Request, context: SiteContext): Message {
  const { options } = context;
  if (path === '' || path === '/') return html(200, 'Rentals', `<a href="${options.sitePath}/book">Book</a>`);
  const isNarrow = /openapi/.test(path) && request.headers.get('accept')?.includes('*/*') !== true;
  if (isNarrow && options.acceptDescription === 'everything') {
    return { status: 406, type: 'text/plain', body: 'Not Acceptable' };
  }
  return (
    guarded(path, options) ??
    bookRoute(path, new URL(request.url).search, context) ??
    publishedAt(path, context) ??
    unknownPage(path, context)
  );
}

/** The answer for a path that nothing is known about, on the website or below the base address. */
export function unknownPage(path: string, { options, siteUrl }: SiteContext): Message {
  if (!USUAL.test(path)) return html(404, 'Not found', '<h1>404</h1>');
  switch (options.usualPlaces) {
    case 'object':
      return json({ openapi: null, hint: 'not here' });
    case 'empty':
      return { status: 200, type: 'text/plain', body: '' };
    case 'page':
      return html(200, 'Rentals', '<div id="app"></div>');
    case 'loop':
      return redirect(302, '?');
    case 'other origin':
      return redirect(302, `http://localhost:${siteUrl.port}/sign-in?next=${encodeURIComponent(path)}`);
    default:
      return html(options.usualPlaces, 'No', `<h1>${options.usualPlaces}</h1>`);
  }
}

/** What the guard of the booking page answers. */
function guarded(path: string, { bookGuard }: OperatorOptions): Message | undefined {
  if (!path.endsWith('/book') || bookGuard === 'none') return undefined;
  return { status: bookGuard, type: 'text/html', body: '<h1>Are you a robot?</h1>' };
}

/** Where the page is. */
const places = { page: '/book', slash: '/book/', language: '/en/book' };

function bookRoute(path: string, search: string, { options, siteUrl }: SiteContext): Message | undefined {
  const site = options.sitePath;
  const place = places[options.book];
  if (path !== place) {
    if (path !== '/book') return undefined;
    const origin = options.book === 'language' ? siteUrl.origin : '';
    return redirect(options.book === 'slash' ? 301 : 302, `${origin}${site}${place}${search}`);
  }
  const query = new URLSearchParams(search);
  const { bookMalformed } = options;
  if (!isMalformed(query)) return bookingPage(200, query, options.bookEcho);
  return bookMalformed === 'start page'
    ? redirect(302, `${site}/`)
    : bookingPage(bookMalformed, query, options.bookEcho);
}

function publishedAt(path: string, { options, baseUrl, siteUrl }: SiteContext): Message | undefined {
  const at = addresses[options.published];
  const content = description(baseUrl, options);
  if (path === at.yaml) return { status: 200, type: 'application/yaml', body: writeYaml(content, options.yaml) };
  if (path === at.json) return json(options.descriptionsDiffer ? reworded(content) : content);
  if (path !== at.manifest) return undefined;
  const url = siteUrl.href.replace(/\/$/, '') + at[options.published === 'usual places' ? 'yaml' : 'json'];
  return json({
    schema_version: 'v1',
    name_for_model: 'rentals',
    auth: { type: 'none' },
    api: { type: 'openapi', url },
  });
}
