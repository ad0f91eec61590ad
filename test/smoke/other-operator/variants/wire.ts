import { named } from './variant.ts';

/** HTTP. */
export const httpVariants = named({
  'more headers, and no Date': { moreHeaders: true, date: false },
  'JSON with a charset': { jsonType: 'application/json; charset=utf-8' },
  'the JSON type in odd case': { jsonType: 'Application/JSON;charset="UTF-8"' },
  'a 503 now and then': { unavailableEvery: 9 },
  'a 503 without words': { unavailableEvery: 9, unavailableText: 'empty' },
  'unknown addresses are 404 in JSON': { unknownRoutes: 'JSON 404', basePath: '/v7/rent/agents' },
  'unknown addresses are 400': { unknownRoutes: 400, basePath: '/v7/rent/agents', sitePath: '/hire' },
  'unknown addresses are 403': { unknownRoutes: 403, basePath: '/v7/rent/agents', separateSite: true },
  'unknown addresses are a web page': { unknownRoutes: 'page', usualPlaces: 'page', published: 'elsewhere' },
});

/** The limit. */
export const limitVariants = named({
  'counted per endpoint, in full minutes': { countedPer: 'endpoint', window: 'full minute', reset: 'HTTP date' },
  'counted per User-Agent, in a sliding window': { countedPer: 'User-Agent', window: 'sliding', reset: 'seconds left' },
  'depots do not count': { uncounted: ['/depots'], reset: 'epoch milliseconds', retryAfter: 'seconds' },
  'pages of the website count': { siteCounts: true, reset: 'ISO', retryAfter: 'HTTP date' },
  'refused requests count': { window: 'sliding', refusedCount: true, remainingWhenRefused: 'negative' },
  'limit headers only in a 429': { headersElsewhere: 'none', refusalType: 'text/plain; charset=utf-8', reset: 'word' },
  'a 429 with a type in odd case': { refusalType: 'Text/Plain;charset=US-ASCII', headersElsewhere: 'only the limit' },
  'limit headers that never change': { headersElsewhere: 'constant' },
  'limit headers with lists': { headersElsewhere: 'lists', reset: 'ISO' },
  'limit headers with words': { headersElsewhere: 'words', reset: 'word' },
});

/** The website. */
export const siteVariants = named({
  'a booking page behind a slash': { book: 'slash', sitePath: '/hire', bookEcho: 'attribute' },
  'a booking page behind a language': { book: 'language', bookEcho: 'raw attribute', basePath: '/api' },
  'a website with another origin': { separateSite: true, basePath: '/v7/rent/agents', bookEcho: 'data block' },
  'a website with another origin and a path': {
    separateSite: true,
    sitePath: '/en-nz',
    book: 'slash',
    bookMalformed: 404,
  },
  'a booking page that repeats its address': { bookEcho: 'address', bookMalformed: 422, sitePath: '/hire' },
  'a booking page that repeats nothing': { bookEcho: 'none', bookMalformed: 400 },
  'a booking page that sends mistakes to the start': {
    bookMalformed: 'start page',
    book: 'language',
    separateSite: true,
  },
  'a booking page behind a wall against programs': { bookGuard: 403 },
  'a booking page with a limit of its own': { bookGuard: 429, separateSite: true },
  'a booking page that wants a cookie': { bookGuard: 'cookie', sitePath: '/hire' },
  'a booking page that wants a cookie, behind a language': { bookGuard: 'cookie', book: 'language' },
  'a booking page behind three redirects': { book: 'three redirects', sitePath: '/hire' },
  'a description with references': { pathItems: 'references', pathParameter: 'id' },
  'a description in YAML with merges': { yaml: 'merged', basePath: '/v7/rent/agents' },
  'a description only for those who accept everything': { acceptDescription: 'everything' },
  'a description that the manifest names': { published: 'named in the manifest', usualPlaces: 401 },
  'a description with the root as its server': { servers: 'root and longer paths', basePath: '/v7/rent/agents' },
  'a description with a relative server': { servers: 'relative', basePath: '/v7/rent/agents', yaml: 'flow' },
  'descriptions that differ in words': {
    descriptionsDiffer: true,
    basePath: '/api',
    published: 'named in the manifest',
  },
  'a description elsewhere; usual places are 401': { published: 'elsewhere', usualPlaces: 401 },
  'a description elsewhere; usual places are 403': { published: 'elsewhere', usualPlaces: 403, basePath: '/api' },
  'a description elsewhere; usual places are 404': { published: 'elsewhere', usualPlaces: 404, sitePath: '/hire' },
  'a description elsewhere; usual places are 410': { published: 'elsewhere', usualPlaces: 410, separateSite: true },
  'a description elsewhere; usual places are 500': { published: 'elsewhere', usualPlaces: 500, basePath: '/api' },
  'a description elsewhere; usual places are an object': {
    published: 'elsewhere',
    usualPlaces: 'object',
    basePath: '/api',
  },
  'a description elsewhere; usual places are empty': { published: 'elsewhere', usualPlaces: 'empty' },
  'a description elsewhere; usual places are a web page': {
    published: 'elsewhere',
    usualPlaces: 'page',
    basePath: '/api',
  },
  'a description elsewhere; usual places redirect in a circle': { published: 'elsewhere', usualPlaces: 'loop' },
  'a description elsewhere; usual places redirect to another origin': {
    published: 'elsewhere',
    usualPlaces: 'other origin',
  },
});
