/** Asks for the accessories and insurance plans of vehicles: both have the same rules. */
import { dateParameters, type Parameters } from '../api/links.ts';
import type { Selection } from '../api/types.ts';
import { given, isThere, listOf, type Asked, type Missing } from './asked.ts';
import type { Sender } from './sender.ts';

export const extraKinds = { accessories: 'accessories', 'insurance-types': 'insurance' } as const;
export type ExtraKind = keyof typeof extraKinds;

export interface AskedExtras {
  readonly kind: ExtraKind;
  readonly group: (typeof extraKinds)[ExtraKind];
  /** The vehicle that was asked about, with dates. */
  readonly first: Selection | Missing;
  readonly dated: Asked;
  /** Without dates, of a second vehicle; of the first if it is the only one. */
  readonly undated: Asked;
  /** Of a second vehicle with dates, if the service does not answer without. */
  readonly second?: Asked | undefined;
}

export async function askExtras(
  send: Sender,
  kind: ExtraKind,
  free: readonly Selection[] | Missing,
): Promise<AskedExtras> {
  const first = given(free, ([one]) => one as Selection);
  const second = given(free, ([one, other = one]) => other as Selection);
  const dated = await given(first, (vehicle) => askDated(send, kind, vehicle));
  // An endpoint that is down is asked no more.
  const undated = await given(dated, () => given(second, (vehicle) => send.api(extrasPath(kind, vehicle).path)));
  return { kind, group: extraKinds[kind], first, dated, undated };
}

/** If the service does not answer without dates; undefined if there is no second vehicle. */
export async function askSecond(
  send: Sender,
  { kind, undated }: AskedExtras,
  free: readonly Selection[] | Missing,
): Promise<Asked | undefined> {
  const second = isThere(free) ? free[1] : undefined;
  const isNeeded = second !== undefined && isThere(undated) && listOf(undated) === undefined;
  return isNeeded ? askDated(send, kind, second) : undefined;
}

export function askDated(send: Sender, kind: ExtraKind, vehicle: Selection): Promise<Asked> {
  const { path, parameters } = extrasPath(kind, vehicle);
  return send.api(path, parameters);
}

export function extrasPath(kind: ExtraKind, vehicle: Selection): { path: string; parameters: Parameters } {
  return { path: `/vehicles/${vehicle.vehicleId}/${kind}`, parameters: dateParameters(vehicle) };
}
