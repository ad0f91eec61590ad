/** Quotes of earlier runs, used again until they expire. */
import { quoteSchema } from '../../api/schemas.ts';
import type { Quote, Selection } from '../../api/types.ts';
import { openQuoteCache, quoteCacheFolder, type QuoteCache, type QuoteQuestion } from '../../operators/quote-cache.ts';
import type { Operator } from '../../operators/operator.ts';
import { timeLeft } from '../../planner/time-left.ts';
import { tripKey } from '../../planner/sweep/trips.ts';
import type { Context } from '../../cli/context.ts';

export interface QuoteStore {
  /** Vehicles for which a quote is stored for the rest of the selection. */
  vehicles(selection: Omit<Selection, 'vehicleId'>): ReadonlySet<number>;
  find(selection: Selection): Promise<Quote | undefined>;
  store(selection: Selection, quote: Quote): Promise<void>;
}

/** With --refresh nothing is found, and what is asked for anew is stored in place of the old. */
export async function openQuoteStore({ io, settings, progress }: Context, operator: Operator): Promise<QuoteStore> {
  // The sandbox has another address with every run: nothing would ever be found again.
  if (operator.sandbox) return emptyStore;
  const cache = await openQuoteCache(quoteCacheFolder(io.env, operator.baseUrl), io.now());
  return {
    vehicles: (selection) => (settings.refresh ? new Set() : cache.vehicles(basketOf(selection), io.now())),
    find: async (selection) => {
      if (settings.refresh) return undefined;
      const { quote, corrupt } = await read(cache, questionOf(selection), io.now());
      if (corrupt !== undefined) progress.note(`a stored quote could not be read and was set aside as ${corrupt}`);
      return quote;
    },
    store: async (selection, quote) => {
      if (timeLeft(quote.expiresAt, io.now()) > 0) {
        await cache.store(questionOf(selection), quote, Date.parse(quote.expiresAt));
      }
    },
  };
}

const emptyStore: QuoteStore = {
  vehicles: () => new Set(),
  find: () => Promise.resolve(undefined),
  store: () => Promise.resolve(),
};

async function read(cache: QuoteCache, question: QuoteQuestion, now: number) {
  let found = await cache.find(question, now);
  if (found.kind === 'found') {
    const quote = quoteSchema.safeParse(found.quote);
    // The name of the file says until when; what counts is what the service said.
    if (quote.success) return { quote: timeLeft(quote.data.expiresAt, now) > 0 ? quote.data : undefined };
    found = await cache.setAside(question);
  }
  return { quote: undefined, corrupt: found.kind === 'corrupt' ? found.path : undefined };
}

function questionOf(selection: Selection): QuoteQuestion {
  return { basket: basketOf(selection), vehicleId: selection.vehicleId };
}

function basketOf(selection: Omit<Selection, 'vehicleId'>): string {
  const accessories = [...selection.accessoryIds].sort((a, b) => a - b);
  return `${tripKey(selection)} accessories ${accessories.join(',')} insurance ${selection.insuranceId ?? 'none'}`;
}
