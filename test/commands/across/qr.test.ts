/** The QR code of `--qr`, read from the cells that a terminal shows, as a camera sees them. */
import { expect, test } from 'vitest';
import { cli } from '../../support/cli.ts';
import { operator, operatorService } from '../../support/operator.ts';
import { scan } from '../../support/qr-code.ts';
import { run } from '../../support/run.ts';
import { sample } from '../../support/thorough.ts';

const trip = ['--pick-up', '1', '--drop-off', '2', '--from', '2030-01-05', '--to', '2030-01-12'];
const line = ['book-link', '101', ...trip, '--base-url', 'https://www.example.com/api/agent'];
const query =
  'pick_up_depot_id=1&drop_off_depot_id=2&pick_up_date=2030-01-05&drop_off_date=2030-01-12&vehicle_id=101';
const url = `https://www.example.com/book?${query}`;

const tty = ['stdin', 'stdout', 'stderr'] as const;
const shades = (['dark', 'light'] as const).flatMap((terminal) =>
  [{ FORCE_COLOR: '1' }, { FORCE_COLOR: '3' }, { NO_COLOR: '1' }].map((env) => ({ terminal, env })),
);

test.each(sample(shades, 2))(
  'it can be read on a $terminal terminal with $env',
  async ({ terminal, env }) => {
    const { code, stdout, stderr } = await run([...line, '--qr'], { tty, env, columns: 80 });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    // Without colours nothing says what the background is.
    const isNegative = terminal === 'light' && 'NO_COLOR' in env;
    expect(scan(stdout, terminal, { isNegative })).toBe(url);
  },
);

test('a quote has the code of its checkout link, also in a pipe', async () => {
  const { baseUrl } = operator();
  const quote = ['quote', '11', ...trip, '--accessory', '1,1', '--base-url', baseUrl];
  const { stdout } = await run([...quote, '--qr', '--format', 'table']);
  const { checkoutUrl } = JSON.parse((await run([...quote, '--json'])).stdout) as {
    checkoutUrl: string;
  };
  expect(scan(stdout, 'dark')).toBe(checkoutUrl);
  expect(stdout).toContain(
    `A phone cannot open this link: ${new URL(checkoutUrl).host} is this machine.`,
  );
});

test('above the code of a link are its vehicle and depots, by the names of earlier answers', async () => {
  const rental = cli(operatorService({ vehicles: () => ({ 11: 'Kea', 12: 'Moa', 13: 'Moa' }) }));
  const titleOf = async (vehicle: string) => {
    const { stdout } = await rental.run([
      'book-link',
      vehicle,
      ...trip,
      '--qr',
      '--format',
      'table',
    ]);
    const lines = stdout.split('\n');
    return lines[lines.findIndex((text) => /[█▀▄]/.test(text)) - 1];
  };
  const dates = 'Sat 5 Jan 2030 – Sat 12 Jan 2030, 7 nights';
  expect(await titleOf('11')).toBe(`Vehicle 11, depot 1 → depot 2, ${dates}`);
  await rental.run(['availability', '--pick-up', 'auckland', ...trip.slice(2)]);
  const before = rental.requests().length;
  expect(await titleOf('11')).toBe(`Kea, Auckland → Christchurch, ${dates}`);
  expect(await titleOf('12')).toBe(`Moa (12), Auckland → Christchurch, ${dates}`);
  expect(rental.requests()).toHaveLength(before);
});

test('a terminal that is too narrow for it gets a line that says so', async () => {
  const { stdout } = await run([...line, '--qr'], { tty, columns: 44, env: { NO_COLOR: '1' } });
  expect(stdout).toBe(`${url}\nThe QR code needs 45 columns.\n`);
  expect(
    scan(
      (await run([...line, '--qr'], { tty, columns: 45, env: { NO_COLOR: '1' } })).stdout,
      'dark',
    ),
  ).toBe(url);
});

test('a link of any length is no error', async () => {
  const long = [...line, '--site-url', `https://www.example.com/${'a'.repeat(3000)}`];
  const { code, stdout } = await run([...long, '--qr'], { tty });
  expect(code).toBe(0);
  expect(stdout).toContain('The link is too long for a QR code.');
});
