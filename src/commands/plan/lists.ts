/** What the service lists, asked for once. */
import type { Client } from '../../api/client.ts';
import type { Depot, RentalDates, Trip } from '../../api/types.ts';
import { NotAvailableError } from '../../errors.ts';
import type { OfferedExtras } from '../../planner/extras.ts';

export interface ListSource {
  readonly service: Omit<Client, 'depots'>;
  /** The service's list of this run: the wizard shows its times. */
  depots(): Promise<readonly Depot[]>;
}

export type Lists = ReturnType<typeof createLists>;

export function createLists({ service, depots }: ListSource) {
  const answers = new Map<string, Promise<unknown>>();
  const refused = new Set<string>();
  const once = <T>(question: readonly unknown[], ask: () => Promise<T>): Promise<T> => {
    const key = JSON.stringify(question);
    const answer = (answers.get(key) as Promise<T> | undefined) ?? ask();
    answers.set(key, answer);
    answer.catch(() => answers.delete(key));
    return answer;
  };
  return {
    depots: () =>
      once(['depots'], async () => {
        const all = await depots();
        if (all.length === 0)
          throw new NotAvailableError('the operator lists no depots', {
            hint: 'rental config shows which service was asked',
          });
        return all;
      }),
    vehicles: (trip: Trip) => once(['vehicles', trip], () => service.availability(trip)),
    extras: (vehicleId: number, { pickUpDate, dropOffDate }: RentalDates) => {
      const dates = { pickUpDate, dropOffDate };
      return once(['extras', vehicleId, dates], async (): Promise<OfferedExtras> => {
        const lists = [service.accessories(vehicleId, dates), service.insuranceTypes(vehicleId, dates)] as const;
        const [accessories, plans] = await Promise.all(lists);
        return { accessories, plans };
      });
    },
    /** The service refused to quote this vehicle for this trip. */
    markSoldOut: (vehicleId: number, trip: Trip): void => {
      refused.add(JSON.stringify([vehicleId, trip]));
      answers.delete(JSON.stringify(['vehicles', trip]));
    },
    isSoldOut: (vehicleId: number, trip: Trip): boolean => refused.has(JSON.stringify([vehicleId, trip])),
    /** They may be old. */
    forget: (): void => answers.clear(),
  };
}
