/** An unfinished plan as flags: the answers, and the flags that were not read yet. */
import { flagOf, type FlagValues } from '../../cli/flags.ts';
import type { timeFlags } from '../../cli/trip-flags.ts';
import type { WizardAnswers, FlagTexts } from './answers.ts';

export interface UnfinishedPlan {
  readonly answers: Partial<WizardAnswers>;
  readonly flags: FlagTexts;
  /** Flags without a question. */
  readonly options: FlagValues<typeof timeFlags> & {
    readonly maxTotal?: string | undefined;
    readonly ics?: string | undefined;
    readonly save?: string | undefined;
  };
}

/**
 * `--pick-up 1 --from 2026-12-20`: ids and dates, which mean the same on any day. Empty if nothing
 * is answered.
 */
export function unfinishedPlanWords({ answers, flags, options }: UnfinishedPlan): string[] {
  if (Object.keys(answers).length === 0) return [];
  const { pickUp, dropOff, pickUpDate, dropOffDate, vehicle, accessories, insurance } = answers;
  const { pickUpAfter, dropOffBy, maxTotal, ics, save } = options;
  const fields = {
    pickUp: pickUp?.id ?? flags.pickUp,
    dropOff: dropOff?.id ?? flags.dropOff,
    from: pickUpDate ?? flags.pickUpDate,
    to: dropOffDate ?? flags.dropOffDate,
    pickUpAfter,
    dropOffBy,
    vehicle: vehicle?.vehicleId ?? flags.vehicle,
    accessory: accessories === undefined ? flags.accessories : accessoryText(accessories),
    insurance: insurance === undefined ? flags.insurance : (insurance?.id ?? 'none'),
    maxTotal,
    ics,
    save,
  };
  return Object.entries(fields).flatMap(([field, value]) =>
    value === undefined ? [] : [value].flat().flatMap((text) => [flagOf(field), String(text)]),
  );
}

function accessoryText(accessories: WizardAnswers['accessories']): string {
  const ids = accessories.flatMap(({ id, quantity }) => Array<number>(quantity).fill(id));
  return ids.length === 0 ? 'none' : ids.join(',');
}
