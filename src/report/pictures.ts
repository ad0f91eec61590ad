/** Pictures that a page holds itself. */
import type { OfferDocument } from '../documents/compare.ts';
import { html, type Html } from './html.ts';
import type { PageContext } from './offers.ts';

/** Beside a name, which says what is on it. */
export function picture(address: string, { pictures }: PageContext): Html | undefined {
  const data = pictures?.get(address);
  return data === undefined ? undefined : html`<img class="picture" src="${data}" alt="" width="160" height="90" />`;
}

/** The addresses in a document, those of the best offers first. */
export function pictureAddresses(value: unknown): string[] {
  const { offers = [], vehicle } = value as {
    readonly offers?: readonly OfferDocument[];
    readonly vehicle?: { readonly imageUrl?: unknown };
  };
  const all = [vehicle, ...offers.map((offer) => offer.vehicle)].map((one) => one?.imageUrl);
  return [...new Set(all.filter((address) => typeof address === 'string'))];
}
