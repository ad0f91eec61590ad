import type { Client } from '../../interface/client.ts';
import type { Context } from '../context.ts';

export type PlanClient = Pick<Client, 'availability' | 'accessories' | 'insuranceTypes' | 'quote'>;

/** The service, with a word on stderr where it takes its time; the word is gone before the next question. */
export async function toldClient(context: Context): Promise<PlanClient> {
  const client = await context.client();
  const during = async <T>(label: string, answer: Promise<T>): Promise<T> => {
    const end = context.progress.begin(label);
    return answer.finally(end);
  };
  return {
    availability: (trip) => during('looking for vehicles', client.availability(trip)),
    accessories: (id, dates) => during('looking for accessories', client.accessories(id, dates)),
    insuranceTypes: (id, dates) => during('looking for insurance plans', client.insuranceTypes(id, dates)),
    quote: (selection) => during('asking for the quote', client.quote(selection)),
  };
}
