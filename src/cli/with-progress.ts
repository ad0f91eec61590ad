import type { Client } from '../api/client.ts';
import type { Progress } from '../terminal/progress.ts';

/** The service, with a word on stderr where it takes its time. */
export function toldClient(client: Client, progress: Progress): Client {
  const during = <T>(label: string, answer: Promise<T>): Promise<T> => answer.finally(progress.begin(label));
  return {
    depots: () => during('looking for depots', client.depots()),
    availability: (trip) => during('looking for vehicles', client.availability(trip)),
    accessories: (id, dates) => during('looking for accessories', client.accessories(id, dates)),
    insuranceTypes: (id, dates) => during('looking for insurance plans', client.insuranceTypes(id, dates)),
    quote: (selection) => during('asking for the quote', client.quote(selection)),
  };
}
