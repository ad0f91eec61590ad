/** Documents of `--json` as pages. */
import { compare } from '../documents/compare.ts';
import { plan, quote } from '../documents/quotes.ts';
import { smoke } from '../documents/smoke.ts';
import { tripHistory } from '../documents/trips.ts';
import type { Form, ValueOf } from '../shape.ts';
import { comparePage } from './compare.ts';
import { misfit } from './fits.ts';
import { historyPage } from './history.ts';
import type { PageContext } from './offers.ts';
import type { Page } from './page.ts';
import { smokePage } from './smoke.ts';
import { planPage, quotePage } from './trip.ts';

export { pageText, type Page } from './page.ts';
export type { PageContext } from './offers.ts';
export { pictureAddresses } from './pictures.ts';

interface Maker {
  readonly form: Form;
  /** A field that no other document has; undefined for a list. */
  readonly mark: string | undefined;
  readonly page: (value: unknown, context: PageContext) => Page;
}

function maker<const F extends Form>(
  form: F,
  mark: string | undefined,
  page: (value: ValueOf<F['value']>, context: PageContext) => Page,
): Maker {
  return { form, mark, page: (value, context) => page(value as ValueOf<F['value']>, context) };
}

export const makers = {
  compare: maker(compare, 'offers', comparePage),
  smoke: maker(smoke, 'checks', smokePage),
  plan: maker(plan, 'pickUp', planPage),
  quote: maker(quote, 'priceBreakdown', quotePage),
  trips: maker(tripHistory, undefined, historyPage),
} as const satisfies Readonly<Record<string, Maker>>;

export type PageName = keyof typeof makers;

/** Which page a value that was read is for, and the path of the first part of it that does not fit; undefined if it is for none. */
export function recognise(
  value: unknown,
): { readonly name: PageName; readonly misfit: string | undefined } | undefined {
  const found = (Object.entries(makers) as [PageName, Maker][]).find(([, { mark }]) =>
    mark === undefined
      ? Array.isArray(value)
      : typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, mark),
  );
  return found && { name: found[0], misfit: misfit(found[1].form.value, value) };
}
