/** Whether an extra that was asked for by id is the same thing everywhere: a quote says its name, and another vehicle can have another thing under the id. */
import type { Quote } from '../../api/types.ts';
import { groupBy } from '../../group-by.ts';
import { fold } from '../names.ts';
import { extraWords, type AskedExtra } from '../proof.ts';
import { plural, shorten } from '../../text.ts';
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

/** Offers whose basket differs from that of most vehicles lack what the others have, and notes name both. */
export function withOneBasket(offers: readonly Offer[]): {
  readonly offers: readonly Offer[];
  readonly notes: string[];
} {
  const asked = new Map<string, readonly [operator: string, extra: AskedExtra]>();
  for (const { operator, basket } of new Map(offers.map((offer) => [offer.basket, offer])).values())
    for (const extra of basket.asked.filter(isById))
      asked.set(`${operator} ${extra.kind} ${extra.id}`, [operator, extra]);
  let judged = offers;
  const notes = [...asked.values()].flatMap(([operator, extra]) => {
    const named = judged.flatMap((offer) => {
      const name = offer.operator === operator && offer.quote && nameOf(extra, offer.quote);
      return name === undefined || name === false ? [] : [{ name, offer }];
    });
    const groups = [...groupBy(named, ({ name }) => fold(name)).values()].sort((a, b) => b.length - a.length);
    const [most, ...others] = groups.map((group) => ({ name: shorten(group[0]?.name ?? '', 60), count: group.length }));
    if (most === undefined || others.length === 0) return [];
    const title = `${extraWords[extra.kind]} ${extra.id}`;
    const different = new Map(
      groups.slice(1).flatMap((group) => group.map(({ name, offer }) => [offer, name] as const)),
    );
    judged = judged.map((offer) => {
      const name = different.get(offer);
      const label = name === undefined ? '' : `${title} (here "${shorten(name, 60)}", elsewhere "${most.name}")`;
      return label === '' ? offer : { ...offer, missing: [...offer.missing, label] };
    });
    const list = [most, ...others].map(({ name, count }) => `"${name}" in ${plural(count, 'quote')}`);
    return [
      `${operator}: ${title} is not the same everywhere: ${list.join(', ')}; only those with "${most.name}" are ranked`,
    ];
  });
  return { offers: judged, notes };
}
