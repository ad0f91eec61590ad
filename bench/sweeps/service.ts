/** A large operator in a process of its own: it counts what it was asked, and can be slow, or fail at random. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the bench tells the operator to be, as JSON in its first argument. */
export interface OperatorSize {
  readonly depots: number;
  readonly vehicles: number;
  readonly extras: number;
  /** Before each answer, ms. */
  readonly delayMs: number;
  /** Of all answers, from 0 to 1: so many are a 503. */
  readonly failures: number;
}

/** What the operator says about itself at `/counts`. */
export interface Counts {
  readonly requests: number;
  /** Requests for the same answer after the first that was answered whole. */
  readonly twice: number;
  readonly refused: number;
}

const size = JSON.parse(process.argv[2] ?? '{}') as OperatorSize;
const image = 'https://example.com/images/vehicle.png';
const list = <T>(length: number, make: (id: number) => T): T[] => Array.from({ length }, (_, index) => make(index + 1));
const depots = JSON.stringify(list(size.depots, depot));
const extras = JSON.stringify(list(size.extras, (id) => ({ id, name: `Extra number ${id}`, price: 5 + id })));
const answered = new Set<string>();
/** Paths and queries in their order, as the program names them. */
const asked: string[] = [];
let counts: Counts = { requests: 0, twice: 0, refused: 0 };
/** The same failures in every run. */
let seed = 1;

const server = createServer(({ url = '' }, response) => {
  if (url === '/counts') return response.end(JSON.stringify(counts));
  if (url === '/asked') return response.end(JSON.stringify(asked));
  const fails = random() < size.failures;
  const name = nameOf(url);
  asked.push(name);
  const { requests, twice, refused } = counts;
  counts = { requests: requests + 1, twice: twice + Number(answered.has(name)), refused: refused + Number(fails) };
  const send = (): void => answer(url, response, fails);
  if (size.delayMs > 0) setTimeout(send, size.delayMs);
  else send();
});
server.listen(0, 'localhost', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));

function answer(url: string, response: ServerResponse, fails: boolean): void {
  if (fails) return void response.writeHead(503, { 'content-type': 'application/json' }).end('{"error":"Try later"}');
  response.on('finish', () => answered.add(nameOf(url)));
  response.writeHead(200, { 'content-type': 'application/json' }).end(bodyOf(new URL(url, 'http://localhost')));
}

function bodyOf({ pathname, searchParams }: URL): string {
  if (pathname.endsWith('/depots')) return depots;
  if (pathname.endsWith('/quotes')) return JSON.stringify(quote(searchParams));
  if (pathname.endsWith('/availability')) return JSON.stringify(fleet(searchParams));
  return extras;
}

/** Without the vehicle of a quote, which stands after it. */
function nameOf(url: string): string {
  const path = url.replace('/api', '');
  const [part = '', vehicle] = /[&?]vehicle_id=(\d+)/.exec(path) ?? [];
  return vehicle === undefined ? path : `${path.replace(part, '')} ${vehicle}`;
}

function depot(id: number): unknown {
  const times = ['weekday', 'weekend'].flatMap((day) =>
    list(8, (hour) => ({ time: `${String(hour + 8).padStart(2, '0')}:00`, day })),
  );
  return {
    id,
    name: `Depot number ${id}`,
    pickup_times: times,
    drop_off_times: times,
    opening_hours_description: 'Daily 8 to 4',
  };
}

/** Rates differ with the day, as they do in a season. */
function fleet(query: URLSearchParams): unknown {
  const day = Number(query.get('pick_up_date')?.slice(-2));
  return list(size.vehicles, (id) => ({
    vehicleId: id,
    name: `Campervan number ${id} with a name of common length`,
    rentalDailyRate: 80 + id + (day % 3),
    imageUrl: image,
  }));
}

function quote(query: URLSearchParams): unknown {
  const total = 500 + Number(query.get('vehicle_id')) * 7 + Number(query.get('pick_up_date')?.slice(-2));
  const fees = { rentalFee: total, routeFee: 0, accessoriesFee: 0, insuranceFee: 0 };
  return {
    quoteId: `q_${query.get('vehicle_id')}_${query.get('pick_up_date')}_${query.get('pick_up_depot_id')}`,
    expiresAt: new Date(Date.now() + 1_800_000).toISOString(),
    currency: 'NZD',
    priceBreakdown: { ...fees, accessories: [], insurance: null },
    totalAmount: total,
    note: 'All amounts are in NZD dollars (the upstream values in cents are converted).',
  };
}

function random(): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed / 2_147_483_647;
}
