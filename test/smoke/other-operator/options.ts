import { calendarDefaults, type CalendarOptions } from './calendar.ts';
import { catalogueDefaults, type CatalogueOptions } from './catalogue.ts';
import { descriptionDefaults } from './description.ts';
import { endpointDefaults, type EndpointOptions } from './endpoints.ts';
import { httpDefaults, type HttpOptions } from './http.ts';
import { jsonDefaults, type JsonOptions } from './json.ts';
import { limitDefaults, type LimitOptions } from './limit.ts';
import { pricingDefaults, type PricingOptions } from './pricing.ts';
import { quoteDefaults, type QuoteOptions } from './quotes.ts';
import { readingDefaults, type ReadingOptions } from './reading.ts';
import { siteDefaults, type SiteOptions } from './site.ts';

/** Every freedom that the interface's document leaves. Each part of the operator describes its own options. */
export interface OperatorOptions
  extends
    CatalogueOptions,
    CalendarOptions,
    ReadingOptions,
    EndpointOptions,
    QuoteOptions,
    PricingOptions,
    JsonOptions,
    HttpOptions,
    LimitOptions,
    SiteOptions {
  /** Every nth request gets a 503, which every endpoint may return; 0 for never. */
  readonly unavailableEvery: number;
  /** The text of a 503 is not shown. */
  readonly unavailableText: 'words' | 'empty';
}

export const defaults: OperatorOptions = {
  ...catalogueDefaults,
  ...calendarDefaults,
  ...readingDefaults,
  ...endpointDefaults,
  ...quoteDefaults,
  ...pricingDefaults,
  ...jsonDefaults,
  ...httpDefaults,
  ...limitDefaults,
  ...siteDefaults,
  ...descriptionDefaults,
  unavailableEvery: 0,
  unavailableText: 'words',
};
