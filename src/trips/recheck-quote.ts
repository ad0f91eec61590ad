/** Asks for a saved quote again. */
import type { Client } from '../api/client.ts';
import type { Vehicle } from '../api/types.ts';
import { makeQuoteDocument } from '../documents/make-quote.ts';
import { isSameName, type Named } from '../planner/names.ts';
import { priceTrip, type QuotedTrip } from '../planner/price-trip.ts';
import type { UnprovenExtra } from '../planner/proof.ts';
import type { Session } from '../planner/session.ts';
import { labelOf } from '../planner/labels.ts';
import { asNamed, type FoundVehicle } from '../planner/vehicle.ts';
import { wantedTimesOf } from '../planner/wanted-times.ts';
import { quoteNames } from '../views/labels.ts';
import type { NoPrice, Reanswered } from './best-price.ts';
import { depotChange, vehicleChange } from './name-changes.ts';
import type { AnsweredQuote } from './saved-trip.ts';

export async function recheckQuote(
  question: AnsweredQuote,
  session: Session,
): Promise<Reanswered<AnsweredQuote> | NoPrice> {
  const { selection, requested, operators } = question;
  const { operator, service, chargedDays, today } = session;
  if (selection.pickUpDate < today()) return { end: 'over' };
  const depots = await session.depots.list();
  const available = await service.availability(selection);
  const change = depotChange(operators[0].depots, depots) ?? vehicleChange(question, available);
  if (change !== undefined) return { end: 'changed', reason: change };
  const vehicle = savedVehicle(question, available);
  const offered = { accessories: [], plans: [] };
  const pricing = { operator, service, depots, chargedDays, today };
  const wanted = wantedTimesOf(question);
  const quoted = await priceTrip({ selection, requested, vehicle, offered, wanted }, pricing);
  const gone = await goneExtrasOfQuote(quoted, service);
  if (gone.length > 0)
    return { end: 'changed', reason: gone.map(({ message }) => message).join('; ') };
  // The lists of extras were not requested again.
  const names = quoteNames(question.document, depots);
  const document = makeQuoteDocument(quoted, { depots, ...names.offered });
  return { end: 'answered', question: { ...question, document } };
}

/** A vehicle that is not listed may still have a quote: the service decides. */
function savedVehicle(
  { selection: { vehicleId: id }, vehicleName: name }: AnsweredQuote,
  available: readonly Vehicle[],
): FoundVehicle {
  const listed = available.find(({ vehicleId }) => vehicleId === id);
  return {
    id,
    name,
    ...(listed !== undefined && { vehicle: listed }),
    ...(name !== undefined && { label: labelOf({ id, name }, available.map(asNamed)) }),
  };
}

/** Extras that the quote lacks and the lists of the vehicle no longer have. */
async function goneExtrasOfQuote(
  { selection, unproven }: QuotedTrip,
  service: Pick<Client, 'accessories' | 'insuranceTypes'>,
): Promise<UnprovenExtra[]> {
  const lacking = unproven.filter(({ quantity, priced }) => quantity > 0 && priced === 0);
  const listOf = async (kind: UnprovenExtra['kind']): Promise<readonly Named[]> => {
    if (lacking.every((extra) => extra.kind !== kind)) return [];
    const { vehicleId } = selection;
    return kind === 'accessory'
      ? service.accessories(vehicleId, selection)
      : service.insuranceTypes(vehicleId, selection);
  };
  const [accessory, insurance] = await Promise.all([listOf('accessory'), listOf('insurance')]);
  const lists = { accessory, insurance };
  return lacking.filter(({ kind, id, name }) => {
    return !lists[kind].some(
      (item) => item.id === id && (name === undefined || isSameName(item.name, name)),
    );
  });
}
