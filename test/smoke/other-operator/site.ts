import { description, reworded, writeYaml, type DescriptionOptions } from './description.ts';
import type { Message } from './http.ts';
import { bookingPage, html, isMalformed, type Echo } from './pages.ts';

export interface SiteOptions extends DescriptionOptions {
  /** The path of the base address, such as `/v7/rent`. */
  readonly basePath: string;
  /** The path of the website, such as `/hire`. */
  readonly sitePath: string;
  /** The website has another port, and so another origin. */
  readonly separateSite: boolean;
  /** The booking page: at its address; behind a redirect with a slash (301); behind one with a language (302); or behind three. */
  readonly book: 'page' | 'slash' | 'language' | 'three redirects';
  readonly bookEcho: Echo;
  /** Descriptions are 406 for who asks for less. */
  readonly acceptDescription: 'anything' | 'everything';
  /** What stands before the booking page: a wall against programs, its own limit, or a redirect that sets a cookie. */
  readonly bookGuard: 'none' | 403 | 429 | 'cookie';
  /** The booking page's answer for values that are not dates or identifiers. */
  readonly bookMalformed: 200 | 400 | 404 | 422 | 'start page';
  /** Where the description, the documentation and the manifest are; the document says only that they are on the website. */
  readonly published: 'usual places' | 'named in the manifest' | 'elsewhere';
  /** What addresses answer where other operators publish descriptions, and this one does not. */
  readonly usualPlaces: 401 | 403 | 404 | 410 | 500 | 'object' | 'empty' | 'page' | 'loop' | 'other origin';
  /** The answer for all other addresses, on the website and below the base address. */
  readonly unknownRoutes: 'HTML 404' | 'JSON 404' | 400 | 403 | 'page';
}

export const siteDefaults: Omit<SiteOptions, keyof DescriptionOptions> = {
  basePath: '',
  sitePath: '',
  separateSite: false,
  book: 'page',
  bookEcho: 'text',
  bookGuard: 'none',
  acceptDescription: 'anything',
  bookMalformed: 200,
  published: 'usual places',
  usualPlaces: 404,
  unknownRoutes: 'HTML 404',
};

export interface SiteContext {
  readonly baseUrl: URL;
  readonly siteUrl: URL;
  /** Accessories require dates, so the description must say so. */
  readonly datesRequired: boolean;
  /** The names of the vehicles for a search. */
  readonly vehicles: (query: URLSearchParams) => readonly string[];
}

/** Paths of the description and its companions, below the website. */
export const addresses = {
  'usual places': {
    yaml: '/openapi.yaml',
    json: '/openapi.json',
    docs: '/docs',
    manifest: '/.well-known/ai-plugin.json',
  },
  'named in the manifest': {
    yaml: '/developers/rent-1.yml',
    json: '/developers/rent-1.json',
    docs: '/developers',
    manifest: '/.well-known/ai-plugin.json',
  },
  elsewhere: { yaml: '/about/a/y', json: '/about/a/j', docs: '/about/a', manifest: '/about/a/plugin' },
};

const USUAL = /\/(docs|openapi|ai-plugin|swagger|api-docs)(\.json|\.ya?ml)?$/;

/** The answer for a path below the website. */
export function sitePage(path: string, search: string, options: SiteOptions, context: SiteContext): Message {
  if (path === '' || path === '/') {
    return html(200, 'Rentals', `<h1>Rentals</h1><a href="${options.sitePath}/book">Book</a>`);
  }
  return (
    bookRoute(path, search, options, context) ??
    publishedAt(path, options, context) ??
    unknownPage(path, options, context)
  );
}

/** The answer for a path that nothing is known about, on the website or below the base address. */
export function unknownPage(path: string, options: SiteOptions, { siteUrl }: SiteContext): Message {
  if (USUAL.test(path)) return unpublished(path, options, siteUrl);
  switch (options.unknownRoutes) {
    case 'HTML 404':
      return html(404, 'Not found', '<h1>404</h1>');
    case 'JSON 404':
      return { status: 404, type: 'application/json', body: '{"message":"no route","status":404}' };
    case 400:
    case 403:
      return { status: options.unknownRoutes, type: 'text/plain', body: '' };
    case 'page':
      return html(200, 'Rentals', '<div id="app"></div><script src="/app.js"></script>');
  }
}

const THREE = [
  ['/book', '/shop'],
  ['/shop', '/shop/en'],
  ['/shop/en', '/shop/en/book'],
] as const;

function bookRoute(path: string, search: string, options: SiteOptions, context: SiteContext): Message | undefined {
  const site = options.sitePath;
  const pages = { page: '/book', slash: '/book/', language: '/en/book', 'three redirects': '/shop/en/book' };
  const next = new Map<string, string>(options.book === 'three redirects' ? THREE : []).get(path);
  if (next !== undefined) return redirect(302, `${site}${next}${search}`);
  const page = pages[options.book];
  if (path === '/book' && page !== '/book') {
    const target = options.book === 'slash' ? site : context.siteUrl.origin + site;
    return redirect(options.book === 'slash' ? 301 : 302, `${target}${page}${search}`);
  }
  if (path !== page) return undefined;
  const query = new URLSearchParams(search);
  if (!isMalformed(query)) return bookingPage(200, query, context.vehicles(query), options.bookEcho);
  if (options.bookMalformed === 'start page') return redirect(302, `${site}/`);
  return bookingPage(options.bookMalformed, query, [], options.bookEcho);
}

function publishedAt(path: string, options: SiteOptions, context: SiteContext): Message | undefined {
  const at = addresses[options.published];
  const content = description(context.baseUrl, options, context.datesRequired);
  if (path === at.yaml) return { status: 200, type: 'application/yaml', body: writeYaml(content, options.yaml) };
  if (path === at.json) return json(options.descriptionsDiffer ? otherWords(options, context) : content);
  if (path === at.docs) return html(200, 'Documentation', '<h1>Documentation</h1><button>Try it</button>');
  const site = context.siteUrl.href.replace(/\/$/, '');
  const api = { type: 'openapi', url: `${site}${at[options.published === 'usual places' ? 'yaml' : 'json']}` };
  return path === at.manifest
    ? json({ schema_version: 'v1', name_for_model: 'rentals', auth: { type: 'none' }, api })
    : undefined;
}

function otherWords(options: SiteOptions, { baseUrl, siteUrl, datesRequired }: SiteContext) {
  // `servers` may take another form only if it then means the same address.
  const sameAddress = options.servers === 'base address' && baseUrl.origin === siteUrl.origin;
  const servers = sameAddress ? 'relative' : options.servers;
  return reworded(description(baseUrl, { ...options, servers }, datesRequired));
}

function unpublished(path: string, { usualPlaces }: SiteOptions, siteUrl: URL): Message {
  switch (usualPlaces) {
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
      return html(usualPlaces, 'No', `<h1>${usualPlaces}</h1>`);
  }
}

function json(value: unknown): Message {
  return { status: 200, type: 'application/json', body: JSON.stringify(value) };
}

function redirect(status: 301 | 302, location: string): Message {
  return { status, type: 'text/html', body: '', headers: { Location: location } };
}
