// @module-tag long
/** Plans of far more trips than a sweep can ask for: they are counted, and no trip is made. */
import { describe, expect, test } from 'vitest';
import { connect, read } from './mcp/support.ts';
import { serveFleet } from './support/fleet.ts';
import { program } from './support/program.ts';

/** Every trip as an object would need gigabytes: then Node ends the program. */
const env = { NODE_OPTIONS: '--max-old-space-size=64' };
const depots = Array.from({ length: 200 }, (_, index) => [index + 1, `Depot ${index + 1}`] as const);
/** 200 × 200 pairs of depots, 171 starts × 60 lengths. */
const trips = 200 * 200 * 171 * 60;
const dates = { from: '2030-01-01..2030-06-20', nights: '1..60' };
const everywhere = ['compare', '--pick-up', 'all', '--drop-off', 'all', '--from', dates.from, '--nights', dates.nights];

async function large() {
  const { baseUrl, requests } = await serveFleet({ depots, vehicles: () => [[1, 'Kea', 100]] });
  return { requests, base: ['--base-url', baseUrl] };
}

describe('a plan of 400 million trips', () => {
  test('is counted by --dry-run', async () => {
    const { base, requests } = await large();
    const ended = await program([...everywhere, '--dry-run', '--json', ...base], { env });
    expect(ended).toMatchObject({ code: 0 });
    expect(JSON.parse(ended.stdout)).toMatchObject({ plan: { cells: trips, requests: 6 * trips } });
    expect(requests).toEqual(['/depots']);
  });

  test('is refused before anything is asked, with a smaller one', async () => {
    const { base, requests } = await large();
    const ended = await program([...everywhere, ...base], { env });
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(/hint: compare at most \d+ of the \d+ [a-z ]+; or give --quote top:1 [^;]+\n$/);
    expect(ended.stderr).toContain(`this takes ${6 * trips + 1} requests, and a comparison sends at most 20000`);
    expect(requests).toEqual(['/depots']);
  });

  test('does not end the server of the tools', async () => {
    const { base } = await large();
    const client = await connect(base, '2025-11-25', { env });
    const input = { pick_up: ['all'], drop_off: ['all'], ...dates };
    const compare = (more: object) => client.callTool({ name: 'compare_quotes', arguments: { ...input, ...more } });
    const planned = read(await compare({ dry_run: true })).document;
    expect(planned).toMatchObject({ plan: { cells: trips }, next: expect.stringContaining('fewer trips') as string });
    const { error } = read(await compare({}));
    expect(error).toMatchObject({ code: 'usage' });
  });
});
