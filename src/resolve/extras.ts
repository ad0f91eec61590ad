/** The accessories and the insurance plan of one vehicle that texts stand for. */
import type { Accessory, InsurancePlan, RentalDates } from '../api/types.ts';
import { idOf, isId, type Named, type Note } from '../planner/names.ts';
import type { OfferedExtras } from '../planner/price-trip.ts';
import { extraWords, joinRequested, type RequestedExtra } from '../planner/proof.ts';
import type { Session } from '../planner/session.ts';
import { match } from './match.ts';
import { oneOf, resolveClear } from './one.ts';
import { isWord, read, withoutNone, type Reading, type ReadRules } from './read.ts';
import type { TripRules } from './trip.ts';

export type SelectedAccessory = Accessory & { readonly quantity: number };

/** Ids or names of extras. */
export interface ExtrasRequest {
  /** Each as it was written, which can be several with commas between. `none` is the same as nothing. */
  readonly accessory?: readonly string[] | undefined;
  /** `none` is the same as undefined. */
  readonly insurance?: string | undefined;
}

/**
 * Each list is asked for only if something is wanted from it that is given by name, or by id where all is looked up; then ids must be on
 * it. Throws UsageError.
 */
export async function resolveExtras(
  { accessory: texts = [], insurance = 'none' }: ExtrasRequest,
  vehicleId: number,
  dates: RentalDates,
  { service }: Session,
  { lookUp, note }: TripRules,
): Promise<{ readonly requested: readonly RequestedExtra[]; readonly offered: OfferedExtras }> {
  const isEnough = (isById: boolean): boolean => isById && lookUp !== 'all';
  const needsAccessories = !read(withoutNone(texts), [], counted).every(({ how }) => isEnough(how === 'id'));
  const needsPlans = !isWord(insurance, 'none') && !isEnough(isId(insurance));
  const [accessories, plans] = await Promise.all([
    needsAccessories ? service.accessories(vehicleId, dates) : undefined,
    needsPlans ? service.insuranceTypes(vehicleId, dates) : undefined,
  ]);
  const requested = requestedAccessories(texts, accessories, note);
  if (!isWord(insurance, 'none')) {
    const reading = { text: insurance, quantity: 1, ...match(insurance, plans ?? []) };
    requested.push(requestedExtra('insurance', reading, plans, note));
  }
  return { requested, offered: { accessories: accessories ?? [], plans: plans ?? [] } };
}

/** For a caller that can ask, as `resolveClear`. An accessory that is named twice is wanted twice. Throws UsageError. */
export function resolveAccessories(
  texts: readonly string[],
  offered: readonly Accessory[],
  note: Note,
): SelectedAccessory[] {
  return requestedAccessories(texts, offered, note, { many: true }).flatMap(({ id, quantity }) => {
    const accessory = offered.find((item) => item.id === id);
    return accessory === undefined ? [] : [{ ...accessory, quantity }];
  });
}

/** An id, a name or `none`, for a caller that can ask, as `resolveClear`. Throws UsageError. */
export function resolveInsurance(text: string, offered: readonly InsurancePlan[], note: Note): InsurancePlan | null {
  return isWord(text, 'none') ? null : resolveClear(text, offered, 'insurance plan', note);
}

const counted = { counted: true } as const;

/** Without a list, `texts` holds only ids. `many`: as in ReadRules. */
function requestedAccessories(
  texts: readonly string[],
  offered: readonly Accessory[] | undefined,
  note: Note,
  many: Pick<ReadRules, 'many'> = {},
): RequestedExtra[] {
  const readings = read(withoutNone(texts), offered ?? [], { ...counted, ...many });
  return joinRequested(readings.map((reading) => requestedExtra('accessory', reading, offered, note)));
}

/** The extra of a reading in a list; without a list it is an id. Throws UsageError. */
function requestedExtra(
  kind: RequestedExtra['kind'],
  reading: Reading,
  list: readonly Named[] | undefined,
  note: Note,
): RequestedExtra {
  const { text, quantity } = reading;
  if (list === undefined) return { kind, id: idOf(text), quantity };
  const { id, name } = oneOf(reading, list, extraWords[kind], note);
  return { kind, id, name, quantity };
}
