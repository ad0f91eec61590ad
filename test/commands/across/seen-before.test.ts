/**
 * `seenBefore` of an error about a vehicle: whether any list on this machine ever had it, with
 * which a script can tell a sold-out vehicle from a misspelt one.
 */
import { describe, expect, test } from 'vitest';
import { cli, type Cli } from '../../support/cli.ts';
import { operatorService } from '../../support/operator.ts';
import { always, answer, plant } from '../../support/service.ts';

const trip = '--pick-up 1 --from 2031-01-06 --nights 7';

/** The error of a command line that ends with 1. */
async function errorOf({ run }: Pick<Cli, 'run'>, line: string): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await run(`${line} --json -q`);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  const { error } = JSON.parse(stderr) as { error: Record<string, unknown> };
  expect(error).toMatchObject({ code: 'not_available', exitCode: 1 });
  return error;
}

/** An operator whose list of vehicles and sold out ones a test changes. */
function changing() {
  let vehicles: Record<number, string> = { 11: 'Kea Camper', 12: 'Moa Van' };
  const soldOut: number[] = [];
  const rental = cli(operatorService({ vehicles: () => vehicles, soldOut }));
  return { rental, soldOut, list: (now: Record<number, string>) => void (vehicles = now) };
}

const lines = [
  ['quote', (vehicle: string) => `quote '${vehicle}' ${trip}`],
  ['plan', (vehicle: string) => `plan --vehicle '${vehicle}' ${trip}`],
  ['book-link', (vehicle: string) => `book-link '${vehicle}' ${trip}`],
  ['extras', (vehicle: string) => `extras '${vehicle}' ${trip}`],
  ['compare', (vehicle: string) => `compare --vehicle '${vehicle}' ${trip}`],
] as const;

describe.each(lines)('%s', (_, line) => {
  test('a name that an earlier list had was seen, also with --refresh; another one was not', async () => {
    const { rental, list } = changing();
    await rental.run(`availability ${trip}`);
    list({ 12: 'Moa Van' });
    expect(await errorOf(rental, line('KEA camper'))).toMatchObject({ seenBefore: true });
    expect(await errorOf(rental, `${line('Kea Camper')} --refresh`)).toMatchObject({
      seenBefore: true,
    });
    expect(await errorOf(rental, line('Tui Bus'))).toMatchObject({ seenBefore: false });
  });
});

describe('quote', () => {
  test('an id whose quote is refused with a 404 was seen if a list had it', async () => {
    const { rental, soldOut } = changing();
    soldOut.push(11, 99);
    expect(await errorOf(rental, `quote 11 ${trip}`)).toMatchObject({
      seenBefore: false,
      status: 404,
    });
    await rental.run(`availability ${trip}`);
    expect(await errorOf(rental, `quote 11 ${trip}`)).toMatchObject({
      seenBefore: true,
      status: 404,
    });
    expect(await errorOf(rental, `quote 11 ${trip} --refresh`)).toMatchObject({ seenBefore: true });
    expect(await errorOf(rental, `quote 99 ${trip}`)).toMatchObject({ seenBefore: false });
  });

  test('an id that had a quote was seen, although no list of this machine has it', async () => {
    const { rental, soldOut } = changing();
    await rental.run(`quote 11 ${trip}`);
    soldOut.push(11);
    expect(await errorOf(rental, `quote 11 ${trip}`)).toMatchObject({ seenBefore: true });
    expect(await errorOf(rental, `quote 11 ${trip} --refresh`)).toMatchObject({ seenBefore: true });
  });

  test('a 404 with an error body at a wrong address is no sold-out vehicle', async () => {
    const { baseUrl, requests } = plant(always(404, { error: 'Nothing was found here' }));
    const { run } = cli(operatorService());
    const ended = await run(`quote 11 ${trip} --base-url ${baseUrl}/v2 --json`);
    expect(ended).toMatchObject({ code: 3, stdout: '' });
    expect(JSON.parse(ended.stderr)).toMatchObject({
      error: { code: 'refused', hint: expect.stringContaining(`${baseUrl}/api/agent`) as string },
    });
    expect(requests).toHaveLength(2);
  });

  test('where depots were once listed, a 404 needs no proof that there is a service', async () => {
    const { rental, soldOut } = changing();
    await rental.run('depots');
    soldOut.push(11);
    const before = rental.requests().length;
    await errorOf(rental, `quote 11 ${trip}`);
    expect(rental.requests().length).toBe(before + 1);
  });

  test('if the proof fails for a time only, the vehicle counts as not available', async () => {
    const service = operatorService({ soldOut: [11] });
    const rental = cli(async (request) =>
      request.url.endsWith('/depots') ? answer(503, { error: 'Back later' }) : service(request),
    );
    await errorOf(rental, `quote 11 ${trip} --retries 0`);
  });

  test('the list of the same run counts, and so does a name that an id no longer has', async () => {
    const { rental, soldOut, list } = changing();
    soldOut.push(11);
    expect(await errorOf(rental, `quote 'Kea Camper' ${trip}`)).toMatchObject({ seenBefore: true });
    list({ 11: 'Kiwi Car' });
    await rental.run(`availability ${trip} --refresh`);
    expect(await errorOf(rental, `quote 'Kea Camper' ${trip}`)).toMatchObject({ seenBefore: true });
  });

  test('a part of a name is not a vehicle, and cheapest names none', async () => {
    const { rental, list } = changing();
    expect(await errorOf(rental, `quote kea ${trip}`)).toMatchObject({ seenBefore: false });
    list({});
    expect(await errorOf(rental, `quote 'Kea Camper' ${trip}`)).toMatchObject({ seenBefore: true });
    expect(await errorOf(rental, `quote cheapest ${trip}`)).not.toHaveProperty('seenBefore');
  });

  test('a misspelt name is compared with listed vehicles, not with former names of free ones', async () => {
    const { rental, list } = changing();
    await rental.run(`availability ${trip}`);
    list({ 12: 'Moa Van', 13: 'Weka' });
    expect(await errorOf(rental, `quote 'Kea Campr' ${trip}`)).toMatchObject({
      hint: 'did you mean Kea Camper (11)? It is not available. Available: Moa Van (12), Weka (13)',
    });
    list({ 11: 'Kiwi Car' });
    expect(await errorOf(rental, `quote 'Kea Campr' ${trip} --refresh`)).toMatchObject({
      hint: expect.not.stringContaining('Kea Camper') as string,
    });
  });

  test('what another operator listed does not count', async () => {
    const one = operatorService();
    const other = operatorService({ vehicles: () => ({ 12: 'Moa Van' }) });
    const rental = cli({ one, other });
    await rental.run(`availability ${trip}`);
    expect(await errorOf(rental, `quote 'Kea Camper' ${trip} --operator other`)).toMatchObject({
      seenBefore: false,
    });
  });
});

test.each([
  ['Kārearea 4WD', true],
  ['Kea', false],
])(
  'all vehicles of the sandbox are known, without an earlier list: %s',
  async (name, seenBefore) => {
    const { run } = changing().rental;
    const free = JSON.parse((await run(`availability ${trip} --sandbox --json`)).stdout) as {
      name: string;
    }[];
    expect(free.map((vehicle) => vehicle.name)).not.toContain(name);
    expect(await errorOf({ run }, `quote '${name}' ${trip} --sandbox`)).toMatchObject({
      seenBefore,
    });
  },
);

test('the schema of the error has seenBefore', async () => {
  const { run } = changing().rental;
  expect((await run('schema error')).stdout).toContain('"seenBefore"');
});
