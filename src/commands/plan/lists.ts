/** What the service lists, asked for once. */
import type { Client } from '../../api/client.ts';
import type { Depot, RentalDates, Trip } from '../../api/types.ts';
import { NotAvailableError } from '../../base/errors.ts';

export interface ListSource {
  readonly service: Omit<Client, 'depots'>;
  /** The service's list of this run: the wizard shows its times. */
  depots(): Promise<readonly Depot[]>;
}

export type Lists = ReturnType<typeof createLists>;

/** Its lists are never empty, but for those of extras: it throws NotAvailableError then. */
export function createLists({ service, depots }: ListSource) {
  const answers = new Map<string, Promise<unknown>>();
  const once = <T>(question: readonly unknown[], ask: () => Promise<T>): Promise<T> => {
    const key = JSON.stringify(question);
    const answer = (answers.get(key) as Promise<T> | undefined) ?? ask();
    answers.set(key, answer);
    answer.catch(() => answers.delete(key));
    return answer;
  };
  const some = <T>(all: readonly T[], message: string, hint: string): readonly T[] => {
    if (all.length === 0) throw new NotAvailableError(message, { hint });
    return all;
  };
  return {
    depots: () =>
      once(['depots'], async () =>
        some(await depots(), 'the operator lists no depots', 'rental config shows which service was asked'),
      ),
    vehicles: (trip: Trip) =>
      once(['vehicles', trip], async () => {
        const vehicles = await service.availability(trip);
        return some(vehicles, 'no vehicle is available for these depots and dates', 'try other dates or depots');
      }),
    extras: (vehicleId: number, { pickUpDate, dropOffDate }: RentalDates) => {
      const dates = { pickUpDate, dropOffDate };
      return once(['extras', vehicleId, dates], async () => {
        const lists = [service.accessories(vehicleId, dates), service.insuranceTypes(vehicleId, dates)] as const;
        const [accessories, plans] = await Promise.all(lists);
        return { accessories, plans };
      });
    },
    /** They may be old. */
    forget: (): void => answers.clear(),
  };
}
