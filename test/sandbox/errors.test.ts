import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { ask, friday, query, plantSandbox, start, trip } from './support.ts';

const now = () => friday;
const required = ['pick_up_depot_id', 'drop_off_depot_id', 'pick_up_date', 'drop_off_date'];
const quote = { ...trip, vehicle_id: '101' };

describe('400', () => {
  test('names the missing parameter, or the first one in the order of the interface document', async () => {
    const { baseUrl } = plantSandbox({ now });
    const names = [...required, 'vehicle_id'];
    for (const [index, name] of names.entries()) {
      const error = `Missing required query parameter: ${name}`;
      const rest = Object.fromEntries(names.slice(index).map((missing) => [missing, undefined]));
      for (const change of [{ [name]: undefined }, { [name]: '' }, rest]) {
        const { status, json } = await ask(`${baseUrl}/quotes${query({ ...quote, ...change })}`);
        expect([status, json]).toEqual([400, { error }]);
      }
    }
    const { json } = await ask(`${baseUrl}/vehicles/availability`);
    expect(json).toEqual({ error: 'Missing required query parameter: pick_up_depot_id' });
  });

  test.each([
    ['pick_up_depot_id', '1e0', 'must be an integer'],
    ['drop_off_depot_id', '99', 'there is none'],
    ['pick_up_date', '20-12-2026', 'YYYY-MM-DD'],
    ['pick_up_date', '2027-02-29', 'calendar'],
    ['pick_up_date', '2026-11-19', 'past'],
    ['drop_off_date', '2026-12-19', 'before pick_up_date'],
    ['drop_off_date', '2027-12-21', 'at most 365 days'],
    ['vehicle_id', '7', 'there is none'],
    ['accessory_ids', '301;303', 'must be an integer'],
    ['accessory_ids', '9', 'there is none'],
    ['accessory_ids', '305,305', 'at most 1 × Bike rack can be added'],
    ['insurance_id', '404', 'not offered for this vehicle'],
  ])('%s=%s: %s', async (name, value, reason) => {
    const { baseUrl } = plantSandbox({ now });
    const { status, json, headers } = await ask(
      `${baseUrl}/quotes${query({ ...quote, [name]: value })}`,
    );
    expect(status).toBe(400);
    expect(Object.keys(json)).toEqual(['error']);
    expect(json.error).toContain(`Invalid parameter ${name}: `);
    expect(json.error).toContain(reason);
    expect(headers.get('x-ratelimit-remaining')).toBe('99');
  });

  test.each([
    ['%zz/accessories', 'must be an integer'],
    ['7/insurance-types', 'there is none'],
    ['101/accessories?pick_up_date=tomorrow', 'YYYY-MM-DD'],
    ['101/insurance-types?drop_off_date=2020-01-01', 'before'],
  ])('/vehicles/%s: %s', async (path, reason) => {
    const { status, json } = await ask(`${plantSandbox({ now }).baseUrl}/vehicles/${path}`);
    expect([status, json.error]).toEqual([400, expect.stringContaining(reason)]);
  });

  test('the pick-up day must not be before the day in New Zealand, which changes at its midnight', async () => {
    let clock = Date.UTC(2026, 10, 20, 10, 59, 59); // 23:59:59 of the 20th in New Zealand
    const { baseUrl } = plantSandbox({ now: () => clock });
    const url = `${baseUrl}/vehicles/availability${query({ ...trip, pick_up_date: '2026-11-20' })}`;
    expect((await ask(url)).status).toBe(200);
    clock += 1000;
    expect((await ask(url)).json.error).toContain('past');
  });
});

describe('other refusals', () => {
  test('an unknown address gets a JSON 404, with the headers of the limit if in the interface', async () => {
    const { baseUrl, siteUrl } = plantSandbox({ now });
    for (const url of [
      `${baseUrl}/nothing`,
      `${baseUrl}/depots/`,
      `${siteUrl}/nothing`,
      `${siteUrl}/../etc/passwd`,
    ]) {
      const { status, json } = await ask(url);
      expect([status, Object.keys(json)]).toEqual([404, ['error']]);
    }
    expect((await ask(`${baseUrl}/nothing`)).headers.get('x-ratelimit-limit')).toBe('100');
  });

  test('HEAD is GET without a body; other methods find nothing', async () => {
    const { baseUrl } = plantSandbox({ now });
    const head = await ask(`${baseUrl}/depots`, { method: 'HEAD' });
    expect([head.status, head.text, head.headers.get('x-ratelimit-limit')]).toEqual([
      200,
      '',
      '100',
    ]);
    expect((await ask(`${baseUrl}/depots`, { method: 'POST' })).status).toBe(404);
  });

  test('no answer repeats what the client sent', async () => {
    const { baseUrl } = plantSandbox({ now });
    const hostile = '\u001b[31m<script>\u0007\u009b\u202e"\r\nX-Evil: 1';
    const urls = [
      ...Object.keys({ ...quote, accessory_ids: '', insurance_id: '' }).map(
        (name) => `${baseUrl}/quotes${query({ ...quote, [name]: hostile })}`,
      ),
      `${baseUrl}/vehicles/${encodeURIComponent(hostile)}/accessories`,
      `${baseUrl}/${encodeURIComponent(hostile)}`,
    ];
    for (const url of urls) {
      const { status, text, headers } = await ask(url);
      expect([400, 404]).toContain(status);
      expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e<>]|Evil/);
      expect(headers.has('x-evil')).toBe(false);
    }
  });

  test('a host name other than loopback is refused, so that web pages cannot read the service', async () => {
    const { port } = await start({ now });
    for (const [host, status] of [
      [`localhost:${port}`, 200],
      [`127.0.0.1:${port}`, 200],
      [`[::1]:${port}`, 200],
      ['evil.example', 403],
      ['127.0.0.1.evil.example', 403],
      ['127.0.0.1@evil.example', 400],
    ] as const) {
      expect(await rawGet(port, '/api/agent/depots', host)).toContain(`HTTP/1.1 ${status} `);
    }
    expect(await rawGet(port, '/api\\agent', 'localhost')).toMatch(
      /^HTTP\/1\.1 400 .*\{"error":"[^"]+"\}$/s,
    );
  });
});

/** Sends requests that fetch would not send. */
function rawGet(port: number, path: string, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    });
    let received = '';
    socket.setEncoding('utf8').on('data', (chunk) => (received += chunk));
    socket.on('end', () => resolve(received)).on('error', reject);
  });
}
