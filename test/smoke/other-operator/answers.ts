import type { Depot, Extra, Vehicle } from './catalogue.ts';
import { Money, type Json } from './json.ts';
import { textOf, type Language, type Objection } from './texts.ts';

/** An answer of the interface: its status and its document. */
export interface Answer {
  readonly status: number;
  readonly body: Json;
}

export function ok(body: Json): Answer {
  return { status: 200, body };
}

export function refuse(error: string, status = 400): Answer {
  return { status, body: { error } };
}

export function object(objection: Objection, language: Language, status = 400): Answer {
  return refuse(textOf(objection, language), status);
}

export function depotJson({ id, name, pickUps, dropOffs, hours }: Depot): Json {
  const times = (list: Depot['pickUps']): Json => list.map(({ time, day }) => ({ time, day }));
  return { id, name, pickup_times: times(pickUps), drop_off_times: times(dropOffs), opening_hours_description: hours };
}

export function vehicleJson({ id, name, dailyCents, image }: Vehicle, rise: number): Json {
  return { vehicleId: id, name, rentalDailyRate: new Money(dailyCents + rise), imageUrl: image };
}

export function extraJson({ id, name, cents }: Extra, rise: number): Json {
  return { id, name, price: new Money(cents + rise) };
}
