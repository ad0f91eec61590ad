/** Which accessories and insurance plan of what a vehicle has are meant. */
import type { Accessory, InsurancePlan, RentalDates } from '../api/types.ts';
import { isId, match, type Note } from './names.ts';
import { askedExtra, joinAsked, type AskedExtra } from './proof.ts';
import { isWord, read, withoutNone } from './read.ts';
import { readOne } from './read-one.ts';
import type { Session } from './session.ts';
import type { TripRules } from './trip.ts';

export type SelectedAccessory = Accessory & { readonly quantity: number };

/** Ids or names of extras. */
export interface ExtrasRequest {
  /** Each as it was written, which can be several with commas between. `none` is the same as nothing. */
  readonly accessory?: readonly string[] | undefined;
  /** `none` is the same as undefined. */
  readonly insurance?: string | undefined;
}

/** What the service offers with a vehicle; empty where it was not asked. */
export interface OfferedExtras {
  readonly accessories: readonly Accessory[];
  readonly plans: readonly InsurancePlan[];
}

/**
 * Each list is asked for only if something is wanted from it that is given by name, or by id where all is looked up; then ids must be on
 * it. Throws UsageError.
 */
export async function readExtras(
  { accessory: written = [], insurance = 'none' }: ExtrasRequest,
  vehicleId: number,
  dates: RentalDates,
  { service }: Session,
  { lookUp, note }: TripRules,
): Promise<{ readonly asked: readonly AskedExtra[]; readonly offered: OfferedExtras }> {
  const isEnough = (isById: boolean): boolean => isById && lookUp !== 'all';
  const needsAccessories = !read(withoutNone(written), [], counted).every(({ how }) => isEnough(how === 'id'));
  const needsPlans = !isWord(insurance, 'none') && !isEnough(isId(insurance));
  const [accessories, plans] = await Promise.all([
    needsAccessories ? service.accessories(vehicleId, dates) : undefined,
    needsPlans ? service.insuranceTypes(vehicleId, dates) : undefined,
  ]);
  const asked = askedAccessories(written, accessories, note);
  if (!isWord(insurance, 'none')) {
    const reading = { text: insurance, quantity: 1, ...match(insurance, plans ?? []) };
    asked.push(askedExtra('insurance', reading, plans, note));
  }
  return { asked, offered: { accessories: accessories ?? [], plans: plans ?? [] } };
}

/** An accessory that is named twice is wanted twice. Throws UsageError. */
export function selectAccessories(
  written: readonly string[],
  offered: readonly Accessory[],
  note: Note,
): SelectedAccessory[] {
  return askedAccessories(written, offered, note).flatMap(({ id, quantity }) => {
    const accessory = offered.find((one) => one.id === id);
    return accessory === undefined ? [] : [{ ...accessory, quantity }];
  });
}

/** An id, a name or `none`. Throws UsageError. */
export function selectInsurance(text: string, offered: readonly InsurancePlan[], note: Note): InsurancePlan | null {
  return isWord(text, 'none') ? null : readOne(text, offered, 'insurance plan', note);
}

const counted = { counted: true } as const;

/** Without a list, `written` holds only ids. */
function askedAccessories(written: readonly string[], offered: readonly Accessory[] | undefined, note: Note) {
  const readings = read(withoutNone(written), offered ?? [], counted);
  return joinAsked(readings.map((reading) => askedExtra('accessory', reading, offered, note)));
}
