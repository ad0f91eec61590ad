/** Adding an operator whose address redirects. */
import { describe, expect, test } from 'vitest';
import { type Service } from '../../../src/http/types.ts';
import { plantSite } from '../../support/deployments.ts';
import { plant } from '../../support/service.ts';
import { program, interfaceAt, redirect } from './support.ts';

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
  ])('a redirect to %s is named in the error, and not followed', async (target, named, status) => {
    const { requests } = plantSite('lucky.example', to(target, status));
    for (const host of ['https://evil.test', 'https://login.example', 'https://lucky.example:8443'])
      plant(interfaceAt('/api/agent'), new URL(host));
    const { rental, stored } = program();
    const ended = await rental(['operators', 'add', 'lucky', from]);
    expect(ended).toMatchObject({ code: 7, stdout: '' });
    const [error = '', hint = ''] = ended.stderr.split('\n');
    expect(error).toBe(`error: the service redirects to ${named}`);
    const otherHost = new URL(target, from).host.replace('lucky.example', '');
    expect(hint).not.toContain(otherHost === '' ? 'rental operators' : otherHost);
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
