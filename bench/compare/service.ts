/** An operator with any number of vehicles, all available, and no limit: only the program takes time. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export async function startFleetService(vehicles: number): Promise<{ readonly baseUrl: string; close(): void }> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
    const answer = pathname.endsWith('/quotes') ? quote(searchParams) : fleet(vehicles);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function fleet(count: number): unknown {
  return Array.from({ length: count }, (_, index) => ({
    vehicleId: index + 1,
    name: `Campervan number ${index + 1} with a name of common length`,
    rentalDailyRate: 80 + index,
    imageUrl: 'https://example.com/v.png',
  }));
}

function quote(query: URLSearchParams): unknown {
  const total = 500 + Number(query.get('vehicle_id')) * 7 + Number(query.get('pick_up_date')?.slice(-2));
  return {
    quoteId: `q_${query.get('vehicle_id')}_${query.get('pick_up_date')}`,
    expiresAt: new Date(Date.now() + 1_800_000).toISOString(),
    currency: 'NZD',
    priceBreakdown: {
      rentalFee: total,
      routeFee: 0,
      accessoriesFee: 0,
      insuranceFee: 0,
      accessories: [],
      insurance: null,
    },
    totalAmount: total,
    note: 'All amounts are in NZD dollars (the upstream values in cents are converted).',
  };
}
