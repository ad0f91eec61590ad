/** Adding an operator where no rental service answers, or only after failures. */
import { describe, expect, test } from 'vitest';
import { type Service } from '../../../src/http/types.ts';
import { plantSite } from '../../support/deployments.ts';
import { always, answer, plant, connectionError } from '../../support/service.ts';
import { program, interfaceAt } from './support.ts';

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
      /^error: no request to https:\/\/lucky\.example for another \d+ s: the service accepts no requests for now\n/,
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
      throw connectionError();
    };
    plantSite('lucky.example', service);
    const { rental, stored } = program();
    await rental(['operators', 'add', 'lucky', 'https://lucky.example/api/agent'], {
      sleep: async () => {},
    });
    expect(stored()).toEqual({ baseUrl: 'https://lucky.example/api/agent' });
  });
});
