import { weekday, type Day } from './dates.ts';
import type { OperatorOptions } from './options.ts';

export interface Depot {
  readonly id: number;
  readonly name: string;
  readonly pickUps: readonly OpenTime[];
  readonly dropOffs: readonly OpenTime[];
}

interface OpenTime {
  readonly time: string;
  readonly day: string;
}

export interface Vehicle {
  readonly id: number;
  readonly name: string;
  readonly dailyCents: number;
  readonly image: string;
}

/** An accessory or an insurance plan. */
export interface Extra {
  readonly id: number;
  readonly name: string;
  readonly cents: number;
}

export interface Catalogue {
  readonly depots: readonly Depot[];
  readonly vehicles: readonly Vehicle[];
  readonly accessories: readonly Extra[];
  readonly plans: readonly Extra[];
}

export function makeCatalogue(options: OperatorOptions): Catalogue {
  const { free, depots, fleet, accessories, plans } = options;
  const list = <T>(count: number, make: (index: number) => T) =>
    Array.from({ length: count }, (_, index) => ({ id: idOf(index, options.ids), ...make(index) }));
  return {
    depots: list(depots, (index) => depotAt(index, options)),
    vehicles: list(fleet, (index) => ({
      name: `Tūī ${index} <b>Waka</b>`,
      dailyCents: free === 'rates' ? 0 : 4_550 + ((index * 1_775) % 30_000),
      image: imageOf(index, options.images),
    })),
    accessories: list(accessories, (index) => ({ name: `Roof box ${index}`, cents: (index * 675) % 9_000 })),
    plans: list(plans, (index) => ({ name: `Cover ${index}`, cents: free === 'plans' ? 0 : index * 1_925 })),
  };
}

/** The accessories or plans for one vehicle. */
export function extrasFor(vehicleId: number, all: readonly Extra[], catalogue: Catalogue, options: OperatorOptions) {
  const odd = catalogue.vehicles.findIndex(({ id }) => id === vehicleId) % 2 === 1;
  return options.extrasDifferByVehicle && odd ? all.filter((_, index) => index % 2 === 1) : all;
}

export function dayCategory(day: Day, { days }: OperatorOptions): string {
  const number = weekday(day);
  if (days === 'friday' && number === 5) return 'friday';
  return number === 0 || number === 6 ? 'weekend' : 'weekday';
}

function depotAt(index: number, { days, firstDepot }: OperatorOptions) {
  const both = ['weekday', 'weekend'];
  const listed = {
    'two kinds': both,
    friday: [...both, 'friday'],
    'by depot': [['weekday'], both, ['weekend']][index % 3] ?? both,
  };
  // Not in order, and not at full hours.
  const times = listed[days].flatMap((day) => ['16:45', '08:05', '00:00', '23:59'].map((time) => ({ time, day })));
  const first = index === 0 ? firstDepot : 'normal';
  return {
    name: `Ōamaru ${index}`,
    pickUps: first === 'no pick-ups' ? [] : times,
    dropOffs: first === 'no drop-offs' ? [] : times.slice(1),
  };
}

function idOf(index: number, ids: OperatorOptions['ids']): number {
  return { small: index + 1, 'from zero': index, largest: Number.MAX_SAFE_INTEGER - index, negative: -index - 1 }[ids];
}

function imageOf(index: number, images: OperatorOptions['images']): string {
  return {
    https: `https://images.example/${index}.webp`,
    data: `data:image/svg+xml,%3Csvg%20id=%22${index}%22/%3E`,
    long: `HTTPS://cdn.example:8443/~a/(v)/${'x'.repeat(900)};v=${index}?w=1&h=2,3#top`,
  }[images];
}
