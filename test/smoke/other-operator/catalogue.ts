import { isHoliday, weekday, type Day } from './dates.ts';
import { nameOf, type Named, type NameKind } from './names.ts';

export interface CatalogueOptions {
  /** How many active depots there are. */
  readonly depots: number;
  /** How many times a depot lists for a day. */
  readonly times: 4 | 20;
  /** How many vehicles there are. */
  readonly fleet: number;
  /** How many accessories there are. */
  readonly accessories: number;
  /** How many insurance plans there are. */
  readonly plans: number;
  /** Every insurance plan costs 0.00. */
  readonly plansAreFree: boolean;
  /** Every daily rate is 0.00, as for vehicles that must go back to another town. */
  readonly ratesAreZero: boolean;
  /** The first accessory is a reduction. */
  readonly reductions: boolean;
  /** Every second vehicle takes only every second accessory and plan. */
  readonly extrasDifferByVehicle: boolean;
  /** Which numbers are identifiers. */
  readonly ids: 'small' | 'from zero' | 'largest' | 'not sorted' | 'negative';
  readonly names: NameKind;
  /** `opening_hours_description` is an empty text. */
  readonly noHoursText: boolean;
  /** Day categories besides "weekday" and "weekend". */
  readonly moreDays: 'none' | 'friday' | 'public_holiday';
  /** Depots list different day categories: the first only weekdays, the second all days, the third only weekends, and so on. */
  readonly daysDifferByDepot: boolean;
  /** The first depot has an empty list of times. */
  readonly firstDepot: 'normal' | 'no pick-ups' | 'no drop-offs';
  /** What kind of URI an image has. */
  readonly images: 'https' | 'data' | 'long';
}

export const catalogueDefaults: CatalogueOptions = {
  depots: 4,
  times: 4,
  fleet: 12,
  accessories: 6,
  plans: 3,
  plansAreFree: false,
  ratesAreZero: false,
  reductions: false,
  extrasDifferByVehicle: false,
  ids: 'small',
  names: 'plain',
  noHoursText: false,
  moreDays: 'none',
  daysDifferByDepot: false,
  firstDepot: 'normal',
  images: 'https',
};

export interface Depot {
  readonly id: number;
  readonly name: string;
  readonly pickUps: readonly OpenTime[];
  readonly dropOffs: readonly OpenTime[];
  readonly hours: string;
}

export interface OpenTime {
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

export function makeCatalogue(options: CatalogueOptions): Catalogue {
  const list = <T>(count: number, make: (index: number) => T) =>
    Array.from({ length: count }, (_, index) => make(index));
  const extra = (what: Named, cents: (index: number) => number) => (index: number) => {
    return { id: idOf(index, options.ids), name: nameOf(what, index, options.names), cents: cents(index) };
  };
  return {
    depots: list(options.depots, (index) => makeDepot(index, options)),
    vehicles: list(options.fleet, (index) => ({
      id: idOf(index, options.ids),
      name: nameOf('vehicle', index, options.names),
      dailyCents: options.ratesAreZero ? 0 : 4_550 + ((index * 1_775) % 30_000),
      image: imageOf(index, options.images),
    })),
    accessories: list(
      options.accessories,
      extra('accessory', (index) => (options.reductions && index === 0 ? -500 : (index * 675) % 9_000)),
    ),
    plans: list(
      options.plans,
      extra('plan', (index) => (options.plansAreFree ? 0 : index * 1_925)),
    ),
  };
}

/** The accessories or plans for one vehicle. */
export function extrasFor(
  catalogue: Catalogue,
  vehicleId: number,
  all: readonly Extra[],
  differ: boolean,
): readonly Extra[] {
  const odd = catalogue.vehicles.findIndex(({ id }) => id === vehicleId) % 2 === 1;
  return differ && odd ? all.filter((_, index) => index % 2 === 1) : all;
}

export function dayCategory(day: Day, moreDays: CatalogueOptions['moreDays']): string {
  if (moreDays === 'public_holiday' && isHoliday(day)) return 'public_holiday';
  const number = weekday(day);
  if (moreDays === 'friday' && number === 5) return 'friday';
  return number === 0 || number === 6 ? 'weekend' : 'weekday';
}

function makeDepot(index: number, options: CatalogueOptions): Depot {
  const days = ['weekday', 'weekend', ...(options.moreDays === 'none' ? [] : [options.moreDays])];
  const listed = options.daysDifferByDepot ? ([['weekday'], days, ['weekend']][index % 3] ?? days) : days;
  // Not in order, and not at full hours.
  const many = Array.from({ length: 20 }, (_, hour) => `${String(hour + 4).padStart(2, '0')}:15`);
  const ofDay = options.times === 20 ? many : ['16:45', '08:05', '00:00', '23:59'];
  const times = listed.flatMap((day) => ofDay.map((time) => ({ time, day })));
  const first = index === 0 ? options.firstDepot : 'normal';
  return {
    id: idOf(index, options.ids),
    name: nameOf('depot', index, options.names),
    pickUps: first === 'no pick-ups' ? [] : times,
    dropOffs: first === 'no drop-offs' ? [] : times.slice(1),
    hours: options.noHoursText ? '' : `Open when ${listed.join(' or ')}; call first\nGate ${index}`,
  };
}

function idOf(index: number, ids: CatalogueOptions['ids']): number {
  switch (ids) {
    case 'small':
      return index + 1;
    case 'from zero':
      return index;
    case 'largest':
      return Number.MAX_SAFE_INTEGER - index;
    case 'not sorted':
      // 7919 is prime, so all these numbers differ.
      return ((index + 1) * 3_571) % 7_919;
    case 'negative':
      return -(index + 1);
  }
}

function imageOf(index: number, images: CatalogueOptions['images']): string {
  if (images === 'data') return `data:image/svg+xml,%3Csvg%20id=%22${index}%22/%3E`;
  if (images === 'long') return `HTTPS://cdn.example:8443/~a/(v)/${'x'.repeat(900)};v=${index}?w=1&h=2,3#top`;
  return `https://images.example/${index}.webp`;
}
