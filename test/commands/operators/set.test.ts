/** Giving an operator another address, and the limit of another one at the same host. */
import { describe, expect, test } from 'vitest';
import { luckyRentals, plantDeployment, plantSite } from '../../support/deployments.ts';
import { always } from '../../support/service.ts';
import { program, base, www, usingBase, siteReasons } from './support.ts';

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
      expect(ended.stderr).toContain(usingBase(...siteReasons));
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
