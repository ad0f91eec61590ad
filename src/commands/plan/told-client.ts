import type { Client } from '../../interface/client.ts';
import type { Depot } from '../../interface/types.ts';
import type { Context } from '../context.ts';

export type PlanClient = Pick<Client, 'availability' | 'accessories' | 'insuranceTypes' | 'quote'>;

/** For looking names up and for choosing. */
export async function toldDepots(context: Context): Promise<readonly Depot[]> {
  return context.depots().finally(context.progress.begin('looking for depots'));
}

/** The service, with a word on stderr where it takes its time; the word is gone before the next question. */
export async function toldClient(context: Context): Promise<PlanClient> {
  const client = await context.client();
  const during = <T>(label: string, answer: Promise<T>): Promise<T> => answer.finally(context.progress.begin(label));
  return {
    availability: (trip) => during('looking for vehicles', client.availability(trip)),
    accessories: (id, dates) => during('looking for accessories', client.accessories(id, dates)),
    insuranceTypes: (id, dates) => during('looking for insurance plans', client.insuranceTypes(id, dates)),
    quote: (selection) => during('asking for the quote', client.quote(selection)),
  };
}
