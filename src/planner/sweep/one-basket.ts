/** Whether an extra that was asked for by id is the same thing everywhere: a quote says its name, and another vehicle can have another thing under the id. */
import type { Quote } from '../../api/types.ts';
import { groupBy } from '../../base/group-by.ts';
import { fold } from '../names.ts';
import { extraWords, type AskedExtra } from '../proof.ts';
import { plural, shorten } from '../../base/words.ts';
import type { SweepNote } from './request.ts';
import type { Offer } from './rank.ts';

/** What the quote calls each extra that was asked for by id. */
export function namesOf({ basket, quote }: Offer): string[] {
  return quote === undefined ? [] : basket.asked.filter(isById).map((extra) => fold(nameOf(extra, quote) ?? ''));
}

function isById({ name }: AskedExtra): boolean {
  return name === undefined;
}

function nameOf({ kind, id }: AskedExtra, { priceBreakdown: { accessories, insurance } }: Quote): string | undefined {
  const entries = kind === 'accessory' ? accessories : [insurance ?? []].flat();
  return entries.find((entry) => entry.id === id)?.name;
}

interface Named {
  readonly offer: Offer;
  readonly extra: AskedExtra;
  readonly name: string;
}

/** Offers whose basket differs from that of most vehicles lack what the others have, and a note names both. */
export function withOneBasket(offers: readonly Offer[], note: SweepNote): Offer[] {
  const named = offers.flatMap((offer) =>
    offer.basket.asked.filter(isById).flatMap((extra): Named | readonly Named[] => {
      const name = offer.quote && nameOf(extra, offer.quote);
      return name === undefined ? [] : { offer, extra, name };
    }),
  );
  const byId = groupBy(named, ({ offer, extra }) => `${offer.operator} ${extra.kind} ${extra.id}`);
  const missing = new Map<Offer, string[]>();
  for (const list of byId.values()) {
    const groups = [...groupBy(list, ({ name }) => fold(name)).values()].sort((a, b) => b.length - a.length);
    const most = groups[0]?.[0];
    if (most === undefined || groups.length === 1) continue;
    const title = `${extraWords[most.extra.kind]} ${most.extra.id}`;
    const usual = shorten(most.name, 60);
    for (const { offer, name } of groups.slice(1).flat()) {
      const label = `${title} (here "${shorten(name, 60)}", elsewhere "${usual}")`;
      missing.set(offer, [...(missing.get(offer) ?? []), label]);
    }
    const counts = groups.map((group) => `"${shorten(group[0]?.name ?? '', 60)}" in ${plural(group.length, 'quote')}`);
    const said = `${title} is not the same everywhere: ${counts.join(', ')}`;
    note(`${most.offer.operator}: ${said}; only those with "${usual}" are ranked`);
  }
  return offers.map((one) => ({ ...one, missing: [...one.missing, ...(missing.get(one) ?? [])] }));
}
