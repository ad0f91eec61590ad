/** Adding an operator by the address that a person has of it. */
import { describe, expect, test } from 'vitest';
import { luckyRentals, plantDeployment, plantSite } from '../../support/deployments.ts';
import { always, plant } from '../../support/service.ts';
import {
  program,
  base,
  www,
  bare,
  usingBase,
  moves,
  missing,
  noScheme,
  bareNoScheme,
  noQuery,
  siteReasons,
  interfaceAt,
} from './support.ts';

describe('the address that a person has of Lucky Rentals', () => {
  test.each<[given: string, requests: readonly string[], why: string]>([
    [base, [base], ''],
    [`${base}/`, [base], ''],
    [`${base}///`, [base], ''],
    ['HTTPS://WWW.LuckyRentals.CO.NZ/api/agent', [base], ''],
    ['https://www.luckyrentals.co.nz:443/api/agent', [base], ''],
    [` ${base} `, [base], ''],
    [`${base}?utm_source=mail`, [base], usingBase(noQuery)],
    [`${base}#depots`, [base], usingBase(noQuery)],
    [`${base}/depots`, [base], usingBase('/depots is not part of it')],
    [`${base}/depots/`, [base], usingBase('/depots is not part of it')],
    ['www.luckyrentals.co.nz/api/agent', [base], usingBase(noScheme)],
    ['//www.luckyrentals.co.nz/api/agent', [base], usingBase(noScheme)],
    ['www.luckyrentals.co.nz:443/api/agent', [base], usingBase(noScheme)],
    [www, [www, base], usingBase(missing(www))],
    [`${www}/`, [www, base], usingBase(missing(www))],
    [`${www}/docs`, [`${www}/docs`, base], usingBase(missing(`${www}/docs`))],
    [`${www}/docs/#limits`, [`${www}/docs`, base], usingBase(noQuery, missing(`${www}/docs`))],
    [
      `${www}/openapi.yaml`,
      [`${www}/openapi.yaml`, base],
      usingBase(missing(`${www}/openapi.yaml`)),
    ],
    [`${www}/depots`, [www, base], usingBase('/depots is not part of it', missing(www))],
    ['www.luckyrentals.co.nz', [www, base], usingBase(noScheme, missing(www))],
    ['luckyrentals.co.nz', [bare, www, base], usingBase(...siteReasons)],
    ['LUCKYRENTALS.CO.NZ/', [bare, www, base], usingBase(...siteReasons)],
    [
      'luckyrentals.co.nz/api/agent',
      [`${bare}/api/agent`, base],
      usingBase(bareNoScheme, moves(`${bare}/api/agent`, base)),
    ],
    [`${bare}/api/agent`, [`${bare}/api/agent`, base], usingBase(moves(`${bare}/api/agent`, base))],
    [
      'http://www.luckyrentals.co.nz/api/agent',
      [base.replace('https', 'http'), base],
      usingBase(moves(base.replace('https', 'http'), base)),
    ],
    [
      'http://luckyrentals.co.nz/docs',
      [`${bare.replace('https', 'http')}/docs`, `${bare}/docs`, `${www}/docs`, base],
      usingBase(
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
