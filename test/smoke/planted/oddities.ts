/** Likely defects that break no sentence of the interface document: a warning is right, a failure is not. */
import type { CheckGroup } from '../../../src/smoke/check.ts';
import { at, json, type Mutation } from '../support/mutant.ts';
import { accessories, availability, depots, has, isInterface, only, plans, quotes, type Planted } from './planted.ts';

/* eslint-disable @typescript-eslint/no-explicit-any */

const amounts = [
  ...['rentalDailyRate', 'price', 'cost', 'totalAmount'],
  ...['rentalFee', 'routeFee', 'accessoriesFee', 'insuranceFee'],
];

/** Multiplies the amounts of these names, however deep they are. */
function times(factor: number, names: readonly string[] = amounts): Mutation {
  return json((body) => multiply(body, factor, names));
}

function multiply(value: any, factor: number, names: readonly string[]): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    if (names.includes(key) && typeof part === 'number') value[key] = Math.round(part * factor * 100) / 100;
    else multiply(part, factor, names);
  }
}

const plant = (name: string, groups: readonly CheckGroup[], mutate: Mutation, section = 'Resources'): Planted => ({
  ...{ name, section, groups, mutate, severity: 'warn' },
});

const cents: readonly Planted[] = [
  plant('quotes: totalAmount in cents', ['quote'], at(quotes, times(100, ['totalAmount']))),
  plant('quotes: rentalFee in cents', ['quote'], at(quotes, times(100, ['rentalFee']))),
  plant('quotes: accessoriesFee in cents', ['quote'], at(quotes, times(100, ['accessoriesFee']))),
  plant('quotes: cost of accessories in cents', ['quote'], at(quotes, times(100, ['cost']))),
  plant(
    'quotes: what the plan costs is in cents',
    ['quote'],
    at(
      quotes,
      json(({ priceBreakdown }) => {
        multiply({ insurance: priceBreakdown.insurance }, 100, ['cost']);
        multiply(priceBreakdown, 100, ['insuranceFee']);
      }),
    ),
  ),
  plant('quotes: every amount in cents', ['quote', 'availability'], at(quotes, times(100))),
  plant('availability: rates in cents', ['availability', 'quote'], at(availability, times(100))),
  plant('insurance: prices in cents', ['insurance', 'quote'], at(plans, times(100))),
  plant('accessories: prices in cents', ['accessories', 'quote'], at(accessories, times(100))),
  plant('all: every amount in cents', ['availability', 'accessories', 'insurance', 'quote'], everyAnswer(times(100))),
];

/** Programs that read numbers as floats change such an identifier. */
const largeId = 2 ** 53 + 2;
const largeIds: readonly Planted[] = [
  plant('depots: an id above 2^53', ['depots'], at(depots, lastEntry('id'))),
  plant('availability: a vehicleId above 2^53', ['availability'], at(availability, lastEntry('vehicleId'))),
  plant('accessories: an id above 2^53', ['accessories'], at(accessories, lastEntry('id'))),
  plant('insurance: an id above 2^53', ['insurance'], at(plans, lastEntry('id'))),
];

const others: readonly Planted[] = [
  plant('quotes: an accessory has quantity 0', ['quote'], at(quotes, only(has('accessory_ids'), quantity(0)))),
  plant('quotes: an accessory has quantity 2', ['quote'], at(quotes, only(has('accessory_ids'), quantity(2)))),
  plant('quotes: a note about dollars', ['quote'], at(quotes, note('All amounts are in dollars.'))),
  plant('quotes: a note about cents', ['quote'], at(quotes, note('All amounts are in NZD cents.'))),
  plant('quotes: a note in Maori', ['quote'], at(quotes, note('Kei ngā tāra o Aotearoa ngā utu katoa.'))),
];

export const oddities: readonly Planted[] = [...cents, ...largeIds, ...others];

function everyAnswer(mutate: Mutation): Mutation {
  return (exchange) => {
    if (isInterface(exchange) && exchange.status === 200) mutate(exchange);
  };
}

function lastEntry(field: string): Mutation {
  return json((list) => void (list.at(-1)[field] = largeId));
}

function quantity(value: number): Mutation {
  return json((quote) => void (quote.priceBreakdown.accessories.at(-1).quantity = value));
}

function note(text: string): Mutation {
  return json((quote) => void (quote.note = text));
}
