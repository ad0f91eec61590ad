/**
 * Checks that an extra that was requested by id is the same everywhere: a quote has its name, and
 * another vehicle can have another extra under the id.
 */
import type { Quote } from '../../api/types.ts';
import { groupBy } from '../../base/group-by.ts';
import { fold } from '../../planner/names.ts';
import { extraWords, type RequestedExtra } from '../../planner/proof.ts';
import { plural, shortName } from '../../base/words.ts';
import type { FieldText } from '../../base/field-text.ts';
import type { Offer } from './offer.ts';

/**
 * The names that the quote has for extras that were requested by id, without the plan that was
 * taken of several: offers with different plans are compared.
 */
export function quotedExtraNames({ extras: { requested, takenPlan }, quote }: Offer): string[] {
  if (quote === undefined) return [];
  const named = requested.filter(
    (extra) => isById(extra) && !(extra.kind === 'insurance' && takenPlan !== undefined),
  );
  return named.map((extra) => fold(nameOf(extra, quote) ?? ''));
}

function isById({ name }: RequestedExtra): boolean {
  return name === undefined;
}

function nameOf(
  { kind, id }: RequestedExtra,
  { priceBreakdown: { accessories, insurance } }: Quote,
): string | undefined {
  if (kind === 'accessory') return accessories.find((entry) => entry.id === id)?.name;
  return insurance?.id === id ? insurance.name : undefined;
}

interface NamedExtra {
  readonly offer: Offer;
  readonly extra: RequestedExtra;
  readonly name: string;
}

export interface CheckedOffers {
  readonly offers: readonly Offer[];
  /** The names of each id that quotes have several names for. */
  readonly notes: readonly FieldText[];
}

/**
 * If quotes have several names for one id, its most frequent name counts: for offers whose quotes
 * have another, the extra is `missing`.
 */
export function withSameExtras(offers: readonly Offer[]): CheckedOffers {
  const named = offers.flatMap((offer) =>
    offer.extras.requested.filter(isById).flatMap((extra): NamedExtra | readonly NamedExtra[] => {
      const name = offer.quote && nameOf(extra, offer.quote);
      return name === undefined ? [] : { offer, extra, name };
    }),
  );
  const byId = groupBy(named, ({ offer, extra }) => `${offer.operator} ${extra.kind} ${extra.id}`);
  const missing = new Map<Offer, string[]>();
  const notes: FieldText[] = [];
  for (const list of byId.values()) {
    const groups = [...groupBy(list, ({ name }) => fold(name)).values()].sort(
      (a, b) => b.length - a.length,
    );
    const common = groups[0]?.[0];
    if (common === undefined || groups.length === 1) continue;
    const title = `${extraWords[common.extra.kind]} ${common.extra.id}`;
    const commonName = shortName(common.name);
    for (const { offer, name } of groups.slice(1).flat()) {
      const label = `${title} (here "${shortName(name)}", elsewhere "${commonName}")`;
      missing.set(offer, [...(missing.get(offer) ?? []), label]);
    }
    const counts = groups.map(
      (group) => `"${shortName(group[0]?.name ?? '')}" in ${plural(group.length, 'quote')}`,
    );
    const problem = `${title} is not the same everywhere: ${counts.join(', ')}`;
    notes.push(`${common.offer.operator}: ${problem}; only those with "${commonName}" are ranked`);
  }
  const checked = offers.map((offer) => ({
    ...offer,
    missing: [...offer.missing, ...(missing.get(offer) ?? [])],
  }));
  return { offers: checked, notes };
}
