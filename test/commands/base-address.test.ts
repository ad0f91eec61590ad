/** A base address without its path: the hint names the likely one. */
import type { RequestListener } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startSandbox } from '../../src/sandbox/index.ts';
import { run } from '../support/run.ts';
import { always, serve } from '../support/server.ts';
import { slowYaml } from '../support/slow-yaml.ts';

async function sandbox() {
  const started = await startSandbox();
  onTestFinished(() => started.close());
  return started;
}

/** A website with these pages; every other address is a page with this status. */
function website(pages: Readonly<Record<string, unknown>>, status: number): RequestListener {
  return (request, response) => {
    const page = pages[request.url ?? ''];
    const type = page === undefined ? 'text/html' : 'application/json';
    response.writeHead(page === undefined ? status : 200, { 'content-type': type });
    response.end(page === undefined ? '<h1>Hello</h1>' : typeof page === 'string' ? page : JSON.stringify(page));
  };
}

const paths = { '/depots': {} };
const manifest = (url: string) => ({ '/.well-known/ai-plugin.json': { api: { url } } });

test('the description that the manifest of the website names has the base address', async () => {
  const { siteUrl, baseUrl, requests } = await sandbox();
  expect(await run(['depots', '--base-url', siteUrl])).toEqual({
    code: 3,
    stdout: '',
    stderr:
      'error: the service refused GET /depots: Nothing was found at this address\n' +
      `hint: the website names another base address: ${baseUrl}\n`,
  });
  expect(requests.map(({ path }) => path)).toEqual(['/depots', '/.well-known/ai-plugin.json', '/openapi.yaml']);
});

test.each<[string, Readonly<Record<string, unknown>>, string]>([
  ['the usual place', { '/openapi.json': { servers: [{ url: '/v2/agent' }], paths } }, '/v2/agent'],
  ['paths in full', { '/openapi.json': { paths: { '/rent/api/depots': {} } } }, '/rent/api'],
  ['JSON that the manifest names', { ...manifest('/d.json'), '/d.json': { servers: [{ url: 'x' }], paths } }, '/x'],
  ['YAML', { ...manifest('/d.yaml'), '/d.yaml': 'servers: [{url: /y}]\npaths: {/depots: {}}' }, '/y'],
])('the hint names the base address of a description: %s', async (_, pages, path) => {
  const { baseUrl } = await serve(website(pages, 200));
  const ended = await run(['depots', '--base-url', baseUrl]);
  expect(ended).toMatchObject({ code: 7, stdout: '' });
  expect(ended.stderr).toBe(
    'error: GET /depots: the answer is a web page, not JSON\n' +
      `hint: the website names another base address: ${baseUrl}${path}\n`,
  );
});

test.each<[string, Readonly<Record<string, unknown>>]>([
  ['no description', {}],
  ['a server of another origin', { '/openapi.json': { servers: [{ url: 'https://evil.test/api' }], paths } }],
  ['a description of another origin', manifest('https://evil.test/d.json')],
  ['a description of something else', { '/openapi.json': { servers: [{ url: '/shop' }], paths: { '/cart': {} } } }],
  ['the address in use', { '/openapi.json': { servers: [{ url: '/' }], paths } }],
  ['a description that is not one', { '/openapi.json': [1, null], ...manifest('/d.yaml'), '/d.yaml': '{"a": *b' }],
  ['YAML that takes long to parse', { ...manifest('/d.yaml'), '/d.yaml': `${slowYaml}paths: {/v2/depots: {}}` }],
  ['a path without end', { '/openapi.json': { paths: { [`/${'x'.repeat(3000)}/depots`]: {} } } }],
  ['servers that are none', { '/openapi.json': { servers: [null], paths } }],
])('without a description that helps, the hint names the usual path: %s', async (_, pages) => {
  const { baseUrl, requests } = await serve(website(pages, 404));
  const ended = await run(['depots', '--base-url', baseUrl]);
  expect(ended.stderr).toContain(
    `hint: check the base address: ${baseUrl}/depots must exist; often it is ${baseUrl}/api/agent\n`,
  );
  expect(requests.length).toBeLessThanOrEqual(4);
});

test('the website is asked once for many failed requests, and never if the address is right', async () => {
  const site = await serve(website({}, 404));
  await run(['extras', '11', '--base-url', site.baseUrl]);
  expect(site.requests.filter((path) => path.startsWith('/.well-known'))).toHaveLength(1);
  const service = await serve(always(400, { error: 'no' }));
  await run(['extras', '11', '--base-url', service.baseUrl]);
  expect(service.requests.every((path) => path.startsWith('/vehicles'))).toBe(true);
});

test('a website that never answers the look for its description does not keep the user waiting', async () => {
  const { baseUrl } = await serve((request, response) => {
    if (request.url === '/depots') response.writeHead(404).end();
  });
  const ended = await run(['depots', '--base-url', baseUrl, '--timeout', '100ms']);
  expect(ended).toMatchObject({ code: 3, stderr: expect.stringContaining('often it is') as string });
});

describe('rental smoke', () => {
  test('cannot check a website, and says which address it names', async () => {
    const { siteUrl, baseUrl, requests } = await sandbox();
    const { code, stdout, stderr } = await run(['smoke', '--base-url', siteUrl, '--json']);
    expect(code).toBe(6);
    const obstacle = `the interface is not at ${siteUrl}/; the website names ${baseUrl}`;
    expect(JSON.parse(stdout)).toMatchObject({ exitCode: 6, obstacle, counts: { pass: 0, fail: 0, warn: 0 } });
    expect(stderr).toBe(`note: could not check: ${obstacle}\n`);
    expect(requests.map(({ path }) => path)).toEqual([
      '/depots',
      '/vehicles/availability',
      '/.well-known/ai-plugin.json',
      '/openapi.yaml',
    ]);
  });

  test.each([200, 404])('cannot check a website that answers everything with a page and %d', async (status) => {
    const { baseUrl } = await serve(website({}, status));
    const { code, stdout } = await run(['smoke', '--base-url', baseUrl, '--json']);
    expect([code, (JSON.parse(stdout) as { obstacle: string }).obstacle]).toEqual([
      6,
      `the interface is not at ${baseUrl}/; often it is at ${baseUrl}/api/agent`,
    ]);
  });

  test('fails a service without depots that answers other endpoints as the interface does', async () => {
    const { baseUrl } = await serve((request, response) => {
      const isDepots = request.url === '/depots';
      response.writeHead(isDepots ? 404 : 400, { 'content-type': 'application/json' });
      response.end('{"error":"Missing required query parameter: pick_up_depot_id"}');
    });
    expect(await run(['smoke', '--base-url', baseUrl])).toMatchObject({ code: 1 });
  });
});
