/** What a large comparison is measured with, each in a process of its own: `serve`, and `send <url>`. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';

/** As many as the program sends at once. */
const lanes = 10;
const [role, given = ''] = process.argv.slice(2);
if (role === 'serve') serve();
else console.log(JSON.stringify(await send()));

/** Answers at once; `/seen` tells what was asked since the last time. */
function serve(): void {
  const rateOf = (id: number): number => 60 + 13 * ((id * 7) % 12);
  const vehicles = Array.from({ length: 12 }, (_, index) => index).map((id) => {
    return { vehicleId: id, name: `Van ${id}`, rentalDailyRate: rateOf(id), imageUrl: '' };
  });
  const quoteFor = (query: URLSearchParams) => {
    const [from, to] = ['pick_up_date', 'drop_off_date'].map((name) => Date.parse(query.get(name) ?? ''));
    const totalAmount = rateOf(Number(query.get('vehicle_id'))) * ((to! - from!) / 86_400_000) + 45;
    const fees = { rentalFee: totalAmount, routeFee: 0, accessoriesFee: 0, insuranceFee: 0 };
    const rest = { quoteId: 'Q1', expiresAt: '2130-01-01T00:30:00Z', currency: 'NZD', note: '' };
    return { ...rest, totalAmount, priceBreakdown: { ...fees, accessories: [], insurance: null } };
  };
  const seen: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    if (pathname !== '/seen') seen.push(url);
    const answer = pathname === '/seen' ? seen.splice(0) : pathname === '/quotes' ? quoteFor(searchParams) : vehicles;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  }).listen(0, 'localhost', () => console.log((server.address() as AddressInfo).port));
}

/** Ms that the requests take which the service has seen, and how many they are. */
async function send(): Promise<[ms: number, requests: number]> {
  const get = async (path: string) => (await request(given + path)).body.text();
  const left = JSON.parse(await get('/seen')) as string[];
  const { length } = left;
  const startedAt = performance.now();
  const lane = async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) await get(next);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const ms = performance.now() - startedAt;
  await get('/seen');
  return [ms, length];
}
