/**
 * Requests that are wrong on purpose: what the service says about them shows whether it checks its
 * parameters.
 */
import type { Selection } from '../api/types.ts';
import { given, skip, type MaybeAnswer, type Missing } from './asked.ts';
import type { InterfaceRequest, Sender } from './sender.ts';
import { extrasRequest, groups, quoteRequest, searchRequest, type ExtraKind } from './trips.ts';

/**
 * The parameter of a right request that is left out, or has a wrong value, and the rule that judges
 * the answer. `isOfType`: the value has the documented type and format.
 */
type Row = readonly [
  rule: string,
  right: InterfaceRequest | Missing,
  name: string,
  value?: string,
  isOfType?: boolean,
];

const noDate = 'not-a-date';

export async function askWrong(
  send: Sender,
  selection: Selection,
  extras: Readonly<Record<ExtraKind, MaybeAnswer>>,
) {
  const wrong = [];
  for (const [rule, right, name, value, isOfType = false] of rowsOf(selection, extras)) {
    const asked = await send.api(given(right, (one) => changed(one, name, value)));
    wrong.push({ rule, name, value, isOfType, asked });
  }
  return wrong;
}

/** One date and one id of each endpoint, each time another parameter. */
function rowsOf(selection: Selection, asked: Readonly<Record<ExtraKind, MaybeAnswer>>): Row[] {
  const availability = searchRequest(selection);
  const quotes = quoteRequest(selection);
  const required = Object.keys(availability.parameters);
  // If the endpoint refuses right requests too, another rule reports it.
  const extras = (kind: ExtraKind): InterfaceRequest | Missing => {
    const refused = skip(`no ${kind} to try`, `${groups[kind]}-answer`);
    return given(asked[kind], ({ status }) =>
      status === 200 ? extrasRequest(kind, selection) : refused,
    );
  };
  const { pickUpDate } = selection;
  const year = Number(pickUpDate.slice(0, 4)) + (pickUpDate.slice(5) < '02-15' ? 0 : 1);
  const february = `${year}-02` as const;
  const inFebruary = searchRequest({ ...selection, pickUpDate: `${february}-23` });
  // Programs that read numbers loosely take it for the id.
  const loose = `${selection.vehicleId}abc`;
  return [
    ...required.map((name): Row => ['errors-availability-missing', availability, name]),
    ...[...required, 'vehicle_id'].map((name): Row => ['errors-quotes-missing', quotes, name]),
    ['errors-date', availability, 'pick_up_date', noDate],
    ['errors-date', quotes, 'drop_off_date', noDate],
    // Programs that read dates loosely make it a day of March.
    ['errors-date', inFebruary, 'drop_off_date', `${february}-30`, true],
    ['errors-date', extras('accessories'), 'pick_up_date', noDate],
    ['errors-date', extras('insurance-types'), 'drop_off_date', noDate],
    ['errors-id', availability, 'drop_off_depot_id', `${selection.dropOffDepotId}abc`],
    ['errors-id', quotes, 'vehicle_id', loose],
    ['errors-id', quotes, 'insurance_id', '1abc'],
    ['errors-id', extras('accessories'), 'vehicleId', loose],
    ['errors-id', extras('insurance-types'), 'vehicleId', loose],
  ];
}

function changed(
  { path, parameters }: InterfaceRequest,
  name: string,
  value: string | undefined,
): InterfaceRequest {
  if (name !== 'vehicleId') return { path, parameters: { ...parameters, [name]: value } };
  return { path: path.replace(/[^/]+(?=\/[^/]+$)/, value ?? ''), parameters };
}
