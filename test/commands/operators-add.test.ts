/**
 * Adding an operator by the address that a person has of it, and giving an operator another
 * address.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { joinWords } from '../../src/base/words.ts';
import type { Service } from '../../src/http/types.ts';
import { luckyRentals, plantDeployment, plantSite } from '../support/deployments.ts';
import { configuredEnvironment } from '../support/environment.ts';
import { operatorService } from '../support/operator.ts';
import { run, type RunOptions } from '../support/run.ts';
import { always, answer, plant, reset } from '../support/service.ts';

function program(config: object = {}) {
  const env = configuredEnvironment(config);
  const path = join(env['HOME'] ?? '', 'config', 'rental', 'config.json');
  return {
    env,
    rental: (words: readonly string[], options: RunOptions = {}) =>
      run(words, { ...options, env: { ...env, ...options.env } }),
    /** What the file has of the operator. */
    stored: (name = 'lucky'): unknown =>
      existsSync(path)
        ? (JSON.parse(readFileSync(path, 'utf8')) as Stored).operators?.[name]
        : undefined,
  };
}

interface Stored {
  readonly operators?: Readonly<Record<string, object>>;
}

const base = 'https://www.luckyrentals.co.nz/api/agent';
const www = 'https://www.luckyrentals.co.nz';
const bare = 'https://luckyrentals.co.nz';
const isAt = (...reasons: string[]): string =>
  `note: using ${base}, because ${joinWords(reasons)}\n`;
const moves = (from: string, to: string): string => `${from}/depots redirects to ${to}/depots`;
const missing = (at: string): string => `${at}/depots answered 404 (Not Found)`;
const noScheme = 'www.luckyrentals.co.nz has no scheme, so https was used';
const bareNoScheme = 'luckyrentals.co.nz has no scheme, so https was used';
const noQuery = 'a base address has no query and no fragment';
const site = [bareNoScheme, moves(bare, www), missing(www)];

describe('the address that a person has of Lucky Rentals', () => {
  test.each<[given: string, requests: readonly string[], why: string]>([
    [base, [base], ''],
    [`${base}/`, [base], ''],
    [`${base}///`, [base], ''],
    ['HTTPS://WWW.LuckyRentals.CO.NZ/api/agent', [base], ''],
    ['https://www.luckyrentals.co.nz:443/api/agent', [base], ''],
    [` ${base} `, [base], ''],
    [`${base}?utm_source=mail`, [base], isAt(noQuery)],
    [`${base}#depots`, [base], isAt(noQuery)],
    [`${base}/depots`, [base], isAt('/depots is not part of it')],
    [`${base}/depots/`, [base], isAt('/depots is not part of it')],
    ['www.luckyrentals.co.nz/api/agent', [base], isAt(noScheme)],
    ['//www.luckyrentals.co.nz/api/agent', [base], isAt(noScheme)],
    ['www.luckyrentals.co.nz:443/api/agent', [base], isAt(noScheme)],
    [www, [www, base], isAt(missing(www))],
    [`${www}/`, [www, base], isAt(missing(www))],
    [`${www}/docs`, [`${www}/docs`, base], isAt(missing(`${www}/docs`))],
    [`${www}/docs/#limits`, [`${www}/docs`, base], isAt(noQuery, missing(`${www}/docs`))],
    [`${www}/openapi.yaml`, [`${www}/openapi.yaml`, base], isAt(missing(`${www}/openapi.yaml`))],
    [`${www}/depots`, [www, base], isAt('/depots is not part of it', missing(www))],
    ['www.luckyrentals.co.nz', [www, base], isAt(noScheme, missing(www))],
    ['luckyrentals.co.nz', [bare, www, base], isAt(...site)],
    ['LUCKYRENTALS.CO.NZ/', [bare, www, base], isAt(...site)],
    [
      'luckyrentals.co.nz/api/agent',
      [`${bare}/api/agent`, base],
      isAt(bareNoScheme, moves(`${bare}/api/agent`, base)),
    ],
    [`${bare}/api/agent`, [`${bare}/api/agent`, base], isAt(moves(`${bare}/api/agent`, base))],
    [
      'http://www.luckyrentals.co.nz/api/agent',
      [base.replace('https', 'http'), base],
      isAt(moves(base.replace('https', 'http'), base)),
    ],
    [
      'http://luckyrentals.co.nz/docs',
      [`${bare.replace('https', 'http')}/docs`, `${bare}/docs`, `${www}/docs`, base],
      isAt(
        moves(`${bare.replace('https', 'http')}/docs`, `${bare}/docs`),
        moves(`${bare}/docs`, `${www}/docs`),
        missing(`${www}/docs`),
      ),
    ],
  ])('%s', async (given, requests, why) => {
    const sent = plantDeployment(luckyRentals()).requests;
    const { rental, stored } = program();
    const ended = await rental(['operators', 'add', 'lucky', given, '--fields', 'baseUrl,siteUrl']);
    expect(ended).toMatchObject({ code: 0, stdout: `${base}\t${www}\n` });
    expect(ended.stderr).toMatch(/^note: found 2 depots; the limit is 100 requests in 60 s\n/);
    expect(ended.stderr.split('\n').slice(1, -2).join('\n')).toBe(why.trimEnd());
    expect(sent).toEqual(requests.map((address) => `${address}/depots`));
    expect(stored()).toEqual({ baseUrl: base });
  });

  test('the depots that were listed are stored for the next command, and every request has counted', async () => {
    const { requests } = plantDeployment(luckyRentals());
    const { rental } = program();
    await rental(['operators', 'add', 'lucky', 'luckyrentals.co.nz']);
    const words = [
      'availability',
      '--pick-up',
      'auckland city',
      '--from',
      '2027-01-15',
      '--nights',
      '7',
    ];
    expect(await rental(words)).toMatchObject({ code: 0 });
    expect(requests.map((address) => new URL(address).pathname)).toEqual([
      '/depots',
      '/depots',
      '/api/agent/depots',
      '/api/agent/vehicles/availability',
    ]);
    const used = async (address: string): Promise<string> =>
      (await rental(['limits', '--base-url', address, '--fields', 'used'])).stdout;
    expect([await used(bare), await used(www)]).toEqual(['1\n', '3\n']);
  });
});

/** What the interface lists, at a path of any host. */
const depots = operatorService();
function interfaceAt(
  path: string,
  otherwise: Service = always(404, '<h1>No</h1>', { 'content-type': 'text/html' }),
): Service {
  return async (request) => {
    const url = new URL(request.url);
    if (!url.pathname.startsWith(`${path}/`)) return otherwise(request);
    return depots(new Request(`${url.origin}${url.pathname.slice(path.length)}${url.search}`));
  };
}

function redirect(location: string, status = 308): Response {
  return answer(status, 'Moved', { 'content-type': 'text/plain', location });
}

describe('other forms of address', () => {
  test.each<[given: string, at: string, stored: string]>([
    ['localhost:8787', 'http://localhost:8787', 'http://localhost:8787/api/agent'],
    ['localhost:8787/api/agent/', 'http://localhost:8787', 'http://localhost:8787/api/agent'],
    ['127.0.0.1:7368', 'http://127.0.0.1:7368', 'http://127.0.0.1:7368/api/agent'],
    ['2130706433:7368', 'http://127.0.0.1:7368', 'http://127.0.0.1:7368/api/agent'],
    ['[::1]:8080', 'http://[::1]:8080', 'http://[::1]:8080/api/agent'],
    ['[2001:DB8::1]:8443', 'https://[2001:db8::1]:8443', 'https://[2001:db8::1]:8443/api/agent'],
    ['http://192.0.2.7:8080', 'http://192.0.2.7:8080', 'http://192.0.2.7:8080/api/agent'],
    ['lücky.example', 'https://xn--lcky-0ra.example', 'https://xn--lcky-0ra.example/api/agent'],
    [
      'lucky.example:8443/shop',
      'https://lucky.example:8443',
      'https://lucky.example:8443/api/agent',
    ],
    ['lucky.example.', 'https://lucky.example.', 'https://lucky.example./api/agent'],
  ])('%s', async (given, at, stored) => {
    plant(interfaceAt('/api/agent'), new URL(at));
    const { rental } = program();
    const ended = await rental(['operators', 'add', 'lucky', given, '--fields', 'baseUrl']);
    expect(ended).toMatchObject({ code: 0, stdout: `${stored}\n` });
  });

  test('an interface at another path than usual takes one request', async () => {
    const { requests } = plant(interfaceAt('/v2/rentals'), new URL('https://lucky.example'));
    const { rental, stored } = program();
    await rental(['operators', 'add', 'lucky', 'https://lucky.example/v2/rentals']);
    expect(stored()).toEqual({ baseUrl: 'https://lucky.example/v2/rentals' });
    expect(requests).toEqual(['/v2/rentals/depots']);
  });

  test.each([
    ['https://ann:s3cret@luckyrentals.co.nz', '<base-url> contains a user name or password'],
    ['ann:s3cret@luckyrentals.co.nz', '<base-url> contains a user name or password'],
    [
      'ftp://luckyrentals.co.nz',
      '<base-url> is not an http or https address: ftp://luckyrentals.co.nz',
    ],
    ['javascript:alert(1)', '<base-url> is not an http or https address'],
    ['lucky rentals.co.nz', '<base-url> is not an http or https address'],
    ['', '<base-url> is not an http or https address'],
    ['luckyrentals.co.nz:99999', '<base-url> is not an http or https address'],
  ])('%j is refused, and nothing is asked', async (given, message) => {
    const { requests } = plantSite('luckyrentals.co.nz', always(200, []));
    const { rental, stored } = program();
    const ended = await rental(['operators', 'add', 'lucky', given]);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toContain(`error: ${message}`);
    expect(ended.stderr).not.toContain('s3cret');
    expect([requests, stored()]).toEqual([[], undefined]);
  });

  test.each([
    'luckyrentals.co.nz',
    'localhost:8787',
    `${base}?a=b`,
    'www.luckyrentals.co.nz/api/agent',
  ])('--no-check takes only a full address, not %s', async (given) => {
    const { rental, stored } = program();
    const ended = await rental(['operators', 'add', 'lucky', given, '--no-check']);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(
      /^error: <base-url> (is not an http or https address|contains a query or fragment)/,
    );
    expect(stored()).toBeUndefined();
  });
});

describe('redirects', () => {
  const from = 'https://lucky.example/api/agent';
  const to = (location: string, status = 308): Service => {
    const inner = interfaceAt('/api/agent');
    return async (request) => {
      const { origin, pathname } = new URL(request.url);
      return origin + pathname === `${from}/depots` ? redirect(location, status) : inner(request);
    };
  };

  test.each([301, 302, 303, 307, 308])('status %i is followed within the site', async (status) => {
    plantSite('lucky.example', to('https://www.lucky.example/api/agent/depots', status));
    const { rental, stored } = program();
    expect(await rental(['operators', 'add', 'lucky', from])).toMatchObject({ code: 0 });
    expect(stored()).toEqual({ baseUrl: 'https://www.lucky.example/api/agent' });
  });

  test.each<[target: string, why: string, status?: number]>([
    ['https://login.example/?next=depots', 'https://login.example/?…'],
    [
      'https://lucky.example.evil.test/api/agent/depots',
      'https://lucky.example.evil.test/api/agent/depots',
    ],
    ['https://evil.test/api/agent/depots', 'https://evil.test/api/agent/depots'],
    [
      'https://www.www.lucky.example/api/agent/depots',
      'https://www.www.lucky.example/api/agent/depots',
    ],
    ['https://wwwlucky.example/api/agent/depots', 'https://wwwlucky.example/api/agent/depots'],
    ['http://lucky.example/api/agent/depots', 'http://lucky.example/api/agent/depots'],
    ['https://lucky.example:8443/api/agent/depots', 'https://lucky.example:8443/api/agent/depots'],
    [
      'https://ann:s3cret@www.lucky.example/api/agent/depots',
      'https://…@www.lucky.example/api/agent/depots',
    ],
    ['/api/agent/depots/', 'https://lucky.example/api/agent/depots/'],
    ['/login', 'https://lucky.example/login'],
    ['/api/agent/depots?session=1', 'https://lucky.example/api/agent/depots?…'],
    ["javascript:alert('depots')", 'javascript:…'],
    [
      'https://www.lucky.example/api/agent/depots',
      'https://www.lucky.example/api/agent/depots',
      300,
    ],
  ])('to %s, nothing is asked or stored there: it is only named', async (target, named, status) => {
    const { requests } = plantSite('lucky.example', to(target, status));
    for (const host of ['https://evil.test', 'https://login.example', 'https://lucky.example:8443'])
      plant(interfaceAt('/api/agent'), new URL(host));
    const { rental, stored } = program();
    const ended = await rental(['operators', 'add', 'lucky', from]);
    expect(ended).toMatchObject({ code: 7, stdout: '' });
    const [error = '', hint = ''] = ended.stderr.split('\n');
    expect(error).toBe(`error: the service redirects to ${named}`);
    expect(hint).not.toContain(
      new URL(target, from).host.replace('lucky.example', '') || 'rental operators',
    );
    expect(hint).toContain(
      'nothing was saved; --no-check saves a full base address without a check',
    );
    expect(requests).toEqual([`${from}/depots`]);
    expect(stored()).toBeUndefined();
  });

  test('a login of another host is asked nothing, and the usual path of the site is tried', async () => {
    const inner = interfaceAt('/api/agent', async () =>
      redirect('https://login.example/depots', 302),
    );
    const { requests } = plantSite('lucky.example', inner);
    const { rental, stored } = program();
    const ended = await rental(['operators', 'add', 'lucky', 'lucky.example/account']);
    expect(ended.code).toBe(0);
    expect(ended.stderr).toContain(
      'https://lucky.example/account/depots redirects to https://login.example/depots, which is another site\n',
    );
    expect(requests).toEqual(['https://lucky.example/account/depots', `${from}/depots`]);
    expect(stored()).toEqual({ baseUrl: from });
  });

  test('a redirect of everything to the home page at www says where the site is', async () => {
    const service: Service = async (request) => {
      const { host } = new URL(request.url);
      return host === 'lucky.example'
        ? redirect('https://www.lucky.example/')
        : interfaceAt('/api/agent')(request);
    };
    const { requests } = plantSite('lucky.example', service);
    const { rental, stored } = program();
    const ended = await rental(['operators', 'add', 'lucky', 'lucky.example']);
    expect(ended.stderr).toContain(
      'redirects to https://www.lucky.example/, which is not a list of depots',
    );
    expect(requests).toEqual([
      'https://lucky.example/depots',
      'https://www.lucky.example/api/agent/depots',
    ]);
    expect(stored()).toEqual({ baseUrl: 'https://www.lucky.example/api/agent' });
  });

  test('a circle ends, and its addresses are named', async () => {
    const service: Service = async (request) => {
      const { host, pathname } = new URL(request.url);
      return redirect(`https://${host === 'lucky.example' ? 'www.' : ''}lucky.example${pathname}`);
    };
    const { requests } = plantSite('lucky.example', service);
    const { rental, stored } = program();
    const ended = await rental(['operators', 'add', 'lucky', 'lucky.example']);
    expect(ended).toMatchObject({ code: 7, stdout: '' });
    expect(ended.stderr).toContain(
      'redirects to https://lucky.example/depots, which was already tried',
    );
    expect(requests).toHaveLength(4);
    expect(stored()).toBeUndefined();
  });

  test('after four requests it ends', async () => {
    let count = 0;
    const { requests } = plantSite('lucky.example', async () =>
      redirect(`/${(count += 1)}/depots`),
    );
    const { rental, stored } = program();
    const ended = await rental(['operators', 'add', 'lucky', 'lucky.example']);
    expect(ended).toMatchObject({ code: 7, stdout: '' });
    expect(ended.stderr).toContain(
      '/3/depots redirects to https://lucky.example/4/depots, and the limit is 4 requests',
    );
    expect(requests).toHaveLength(4);
    expect(stored()).toBeUndefined();
  });
});

describe('what is not the interface', () => {
  const page: Service = always(200, '<h1>Hello</h1>', { 'content-type': 'text/html' });

  test.each<[what: string, service: Service, code: number, message: string]>([
    ['a page', page, 7, 'https://lucky.example/depots: the answer is a web page, not JSON'],
    [
      '404',
      always(404, { error: 'Not here' }),
      3,
      'https://lucky.example/depots answered 404 (Not here)',
    ],
    ['403', always(403, ''), 3, 'https://lucky.example/depots answered 403 (Forbidden)'],
    [
      'another list',
      always(200, [{ id: 'x' }]),
      7,
      'https://lucky.example/depots: [0].id: expected',
    ],
    ['an object', always(200, {}), 7, 'https://lucky.example/depots: '],
    [
      'text',
      always(200, 'OK', { 'content-type': 'text/plain' }),
      7,
      'the answer is text/plain, not JSON',
    ],
  ])(
    '%s at every address: nothing is stored, and all is named',
    async (_, service, code, message) => {
      const { requests } = plantSite('lucky.example', service);
      const { rental, stored } = program();
      const ended = await rental(['operators', 'add', 'lucky', 'lucky.example', '--json']);
      expect(ended).toMatchObject({ code, stdout: '' });
      const { error } = JSON.parse(ended.stderr) as { error: { message: string; hint: string } };
      expect(error.message).toContain(`no service answers at https://lucky.example: `);
      expect(error.message).toContain(message);
      expect(error.message).toContain('https://lucky.example/api/agent/depots');
      expect(error.hint).toBe(
        "give the base address that the operator's documentation names; " +
          'nothing was saved; --no-check saves a full base address without a check',
      );
      expect(requests).toEqual([
        'https://lucky.example/depots',
        'https://lucky.example/api/agent/depots',
      ]);
      expect(stored()).toBeUndefined();
    },
  );

  test('a page at the documentation goes on to the usual path', async () => {
    plantSite('lucky.example', interfaceAt('/api/agent', page));
    const { rental, stored } = program();
    const ended = await rental(['operators', 'add', 'lucky', 'lucky.example/docs']);
    expect(ended.stderr).toContain(
      'https://lucky.example/docs/depots: the answer is a web page, not JSON\n',
    );
    expect(stored()).toEqual({ baseUrl: 'https://lucky.example/api/agent' });
  });

  test('an empty list is stored, with a warning also with --quiet', async () => {
    plantSite('lucky.example', always(200, []));
    const { rental, stored } = program();
    const ended = await rental([
      'operators',
      'add',
      'lucky',
      'https://lucky.example/api/agent',
      '--quiet',
    ]);
    expect(ended).toMatchObject({
      code: 0,
      stderr:
        'warning: https://lucky.example/api/agent/depots lists no depots: nothing can be rented there now\n',
    });
    expect(stored()).toEqual({ baseUrl: 'https://lucky.example/api/agent' });
  });

  test.each<[status: number, code: number, message: RegExp]>([
    [
      429,
      5,
      /^error: no request to https:\/\/lucky\.example for another \d+ s: the service reports too many requests\n/,
    ],
    [503, 4, /^error: the service is unavailable, GET \/depots: Slow down\n/],
  ])('%i while it is checked ends it, and nothing is stored', async (status, code, message) => {
    const { requests } = plantSite(
      'lucky.example',
      interfaceAt('/api/agent', always(status, { error: 'Slow down' })),
    );
    const { rental, stored } = program();
    const ended = await rental(['operators', 'add', 'lucky', 'lucky.example', '--no-wait']);
    expect(ended).toMatchObject({ code, stdout: '' });
    expect(ended.stderr).toMatch(message);
    expect(ended.stderr).toContain(
      'nothing was saved; --no-check saves a full base address without a check',
    );
    expect(requests).toHaveLength(1);
    expect(stored()).toBeUndefined();
  });

  test('retries are among the four requests, and what was asked before is named', async () => {
    const service: Service = async (request) =>
      new URL(request.url).pathname.startsWith('/api/agent/')
        ? answer(503, { error: 'Back soon' })
        : page(request);
    const { requests } = plantSite('lucky.example', service);
    const { rental } = program();
    const options = { sleep: async () => {} };
    const ended = await rental(
      ['operators', 'add', 'lucky', 'lucky.example', '--retries', '9'],
      options,
    );
    expect(ended.code).toBe(4);
    expect(ended.stderr).toContain(
      'https://lucky.example/depots: the answer is a web page, not JSON',
    );
    expect(requests).toHaveLength(4);
  });

  test('without a scheme, an error of the connection says which one was tried', async () => {
    plant(interfaceAt('/api/agent'), new URL('http://lucky.example'));
    const { rental, stored } = program();
    const ended = await rental(['operators', 'add', 'lucky', 'lucky.example', '--no-wait']);
    expect(ended).toMatchObject({ code: 6, stdout: '' });
    expect(ended.stderr).toContain(
      '; lucky.example has no scheme, so https was used; nothing was saved',
    );
    expect(stored()).toBeUndefined();
  });

  test('a connection that breaks once is tried again', async () => {
    let isFirst = true;
    const service: Service = async (request) => {
      if (isFirst) isFirst = false;
      else return interfaceAt('/api/agent')(request);
      throw reset();
    };
    plantSite('lucky.example', service);
    const { rental, stored } = program();
    await rental(['operators', 'add', 'lucky', 'https://lucky.example/api/agent'], {
      sleep: async () => {},
    });
    expect(stored()).toEqual({ baseUrl: 'https://lucky.example/api/agent' });
  });
});

describe('the limit of an operator at the same host', () => {
  const config = { operators: { other: { baseUrl: `${www}/api/other`, limit: '5/5s' } } };

  test('counts while a new one is checked, and is stored with it', async () => {
    plantDeployment(luckyRentals());
    const { rental, stored } = program(config);
    const { stderr } = await rental(['operators', 'add', 'lucky', 'luckyrentals.co.nz']);
    expect(stderr).toContain('found 2 depots; the limit is 5 requests in 5 s\n');
    expect(stderr).toContain('note: the limit is 5/5s, like that of other on the same host\n');
    expect(stored()).toEqual({ baseUrl: base, limit: '5/5s' });
  });

  test('a budget that is shared with other machines is that of a new one, too', async () => {
    const budgetUrl = 'redis://:secret@redis.test:6379';
    const { rental, stored } = program({
      operators: { other: { baseUrl: `${www}/api/other`, budgetUrl } },
    });
    const { stderr } = await rental(['operators', 'add', 'lucky', base, '--no-check']);
    expect(stderr).toContain('note: the request budget is shared like that of other\n');
    expect(stderr).not.toContain('secret');
    expect(stored()).toEqual({ baseUrl: base, budgetUrl });
  });

  test('does not count beside --rate-limit', async () => {
    plantDeployment(luckyRentals());
    const { rental, stored } = program(config);
    await rental(['operators', 'add', 'lucky', www, '--rate-limit', '9/9s']);
    expect(stored()).toEqual({ baseUrl: base, limit: '9/9s' });
  });
});

describe('operators set', () => {
  const entry = {
    baseUrl: 'https://old.example/api/agent',
    timeZone: 'Europe/Oslo',
    limit: '7/7s',
  };
  const config = { operators: { lucky: entry } };

  test.each([[['--base-url', 'luckyrentals.co.nz']], [['base-url', 'luckyrentals.co.nz']]])(
    '%j finds the address as add does, and keeps the other fields',
    async (words) => {
      const { requests } = plantDeployment(luckyRentals());
      const { rental, stored } = program(config);
      const ended = await rental(['operators', 'set', 'lucky', ...words]);
      expect(ended.code).toBe(0);
      expect(ended.stderr).toContain('note: found 2 depots; the limit is 7 requests in 7 s\n');
      expect(ended.stderr).toContain(isAt(...site));
      expect(stored()).toEqual({ ...entry, baseUrl: base });
      expect(requests).toHaveLength(3);
    },
  );

  test('changes nothing if no service answers', async () => {
    plantSite('lucky.example', always(404, ''));
    const { rental, stored } = program(config);
    expect(
      await rental(['operators', 'set', 'lucky', '--base-url', 'lucky.example']),
    ).toMatchObject({ code: 3 });
    expect(stored()).toEqual(entry);
  });

  test('--no-check stores a full address without asking', async () => {
    const { rental, stored } = program(config);
    const words = ['operators', 'set', 'lucky', '--no-check', '--base-url'];
    expect(await rental([...words, 'lucky.example'])).toMatchObject({ code: 2 });
    expect(await rental([...words, base])).toMatchObject({ code: 0 });
    expect(stored()).toEqual({ ...entry, baseUrl: base });
  });

  test('takes the limit and the website as flags, too', async () => {
    const { rental, stored } = program(config);
    await rental(['operators', 'set', 'lucky', '--rate-limit', '9/9s']);
    await rental(['operators', 'set', 'lucky', '--site-url', www]);
    expect(stored()).toEqual({ ...entry, limit: '9/9s', siteUrl: www });
  });

  test.each([
    [[], 'rental operators set needs <field>'],
    [['limit'], 'rental operators set needs <value>'],
    [['limit', '1/1s', '--base-url', base], 'operators set changes one field at a time'],
    [['limit', '--base-url', base], 'rental operators set needs <value>'],
  ])('%j is refused', async (words, message) => {
    const { rental, stored } = program(config);
    const ended = await rental(['operators', 'set', 'lucky', ...words]);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toContain(`error: ${message}\n`);
    expect(stored()).toEqual(entry);
  });
});
