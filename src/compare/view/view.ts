/** A comparison as a result and for a terminal, made from its document alone. */
import {
  isPriced,
  awaitsQuote,
  rankedByCurrency,
  type Comparison,
} from '../../documents/offers.ts';
import { isBestCertain } from '../../views/search-verdict.ts';
import { shownOf, unavailableStarts, withPrices } from '../../views/shown-offers.ts';
import {
  comparisonShape,
  type FailureDocument,
  type OfferDocument,
} from '../../documents/compare.ts';
import { failureRows, failuresInWords } from '../../views/failures.ts';
import type { ExitCode } from '../../base/errors.ts';
import { columnsOf } from '../../documents/records.ts';
import { aboutAllEstimates } from '../../views/charged-days-words.ts';
import { makeResult, type Block, type Column, type Result } from '../../result.ts';
import { capitalized, plural } from '../../base/words.ts';
import { labelsIn } from '../../views/labels.ts';
import { pricedButLackingBlocks, unpricedLackingBlocks } from './lacking.ts';
import {
  cheapestBlocks,
  lengthBlocks,
  pricingBlocks,
  rankedBlocks,
  type ViewParts,
  type ViewOptions,
} from './ranked.ts';
import { headingOf } from './heading.ts';
import { offerTable } from './tables.ts';

interface Shown extends ViewOptions {
  /** JSON has every offer, other formats those that were priced. */
  readonly isJson: boolean;
  readonly exitCode: ExitCode;
}

/** The view is made only when it is read: a comparison can have thousands of offers. */
export function comparisonResult(
  comparison: Comparison,
  { isJson, exitCode, ...options }: Shown,
): Result {
  const columns = columnsOf(comparisonShape).filter(
    ({ key }) => options.groupBy !== undefined || !groupFields.includes(key),
  );
  return makeResult(comparisonShape, {
    value: shownOf(isJson ? comparison : withPrices(comparison), options),
    columns,
    view: () => compareView(comparison, options),
    exitCode,
  });
}

/** Columns that only groups have. */
const groupFields: readonly string[] = ['count', 'highest'];

/** The rankings alone, to be shown above the question whether to send more requests. */
export function rankingsSoFar(comparison: Comparison, options: ViewOptions): Block[] {
  const { ranked, parts } = viewPartsOf(comparison, options);
  return spaced(
    ranked.map((list, index) => rankedBlocks(list, parts, index === 0 ? pricingBlocks(parts) : [])),
  );
}

function viewPartsOf(comparison: Comparison, options: ViewOptions) {
  const priced = withPrices(comparison);
  const ranked = rankedByCurrency(priced.offers);
  const parts: ViewParts = {
    ...options,
    document: comparison,
    labels: labelsIn(priced),
    operators: comparison.plan.operators.map(({ operator }) => operator),
    unpriced:
      comparison.pricing === undefined || ranked.length > 1
        ? []
        : comparison.offers.filter(awaitsQuote),
    isBestCertain: isBestCertain(comparison),
  };
  return { offers: priced.offers, ranked, parts };
}

function compareView(comparison: Comparison, options: ViewOptions): Block[] {
  const { offers, ranked, parts } = viewPartsOf(comparison, options);
  const [first, ...others] = ranked;
  const unranked = offers.filter(({ rank }) => rank === null);
  return spaced([
    ...(first === undefined
      ? []
      : [rankedBlocks(first, parts, [...pricingBlocks(parts), ...lengthBlocks(first, parts)])]),
    ...others.map((list) => rankedBlocks(list, parts, [])),
    ...ranked.map(([best]) =>
      cheapestBlocks(best, parts, { hasOtherCurrencies: ranked.length > 1 }),
    ),
    pricedButLackingBlocks(unranked.filter(isPriced), parts),
    unpricedBlocks(
      unranked.filter((offer) => !isPriced(offer)),
      parts,
    ),
    hasNoVehicles(offers, comparison) ? [{ kind: 'text', text: 'No vehicle was found.' }] : [],
    unavailableBlocks(parts),
    failureBlocks(comparison.failures, parts),
    interruptedBlocks(offers, comparison),
  ]);
}

/** Joins the sections, with an empty line where text would follow text. */
function spaced(sections: readonly Block[][]): Block[] {
  return sections.reduce<Block[]>((view, section) => {
    const isBetweenTexts = view.at(-1)?.kind === 'text' && section[0]?.kind === 'text';
    return [...view, ...(isBetweenTexts ? [{ kind: 'text', text: '' } as const] : []), ...section];
  }, []);
}

/** False if an interruption or failures can be the reason. */
function hasNoVehicles(
  offers: readonly OfferDocument[],
  { dates, failures, interrupted }: Comparison,
): boolean {
  const hasVehicles = offers.length > 0 || failures.some(({ vehicle }) => vehicle !== null);
  return !interrupted && !hasVehicles && dates.some(({ answered }) => answered > 0);
}

/** Empty for a calendar, which has a sign for it. */
function unavailableBlocks({ document, calendar }: ViewParts): Block[] {
  const text = calendar ? undefined : unavailableStarts(document);
  return text === undefined ? [] : [{ kind: 'text', text: capitalized(text), style: 'dim' }];
}

const rateColumn: Column = { key: 'rentalDailyRate', header: 'NZD A DAY', kind: 'money' };
const estimateColumn: Column = { key: 'estimate', header: 'ABOUT', kind: 'money' };

function unpricedBlocks(offers: readonly OfferDocument[], parts: ViewParts): Block[] {
  if (offers.length === 0) return [];
  if (parts.document.plan.quote !== 'none') return unpricedLackingBlocks(offers, parts);
  const text = `Available, not quoted: ${headingOf(offers, parts.labels)}`;
  return [
    { kind: 'text', text, style: 'heading' },
    offerTable(offers, [rateColumn], parts, estimateColumn),
    { kind: 'text', text: aboutAllEstimates, style: 'dim' },
  ];
}

const failureColumns: readonly Column[] = [
  { key: 'count', header: 'COUNT', kind: 'number' },
  { key: 'step', header: 'REQUEST' },
  { key: 'operator', header: 'OPERATOR' },
  { key: 'example', header: 'EXAMPLE' },
  { key: 'reason', header: 'REASON' },
];

/** More would push the offers off the screen. */
const maxReasons = 5;

function failureBlocks(
  failures: readonly FailureDocument[],
  { labels, limit }: ViewParts,
): Block[] {
  if (failures.length === 0) return [];
  const all = failureRows(failures, labels);
  const rows = limit === undefined ? all : all.slice(0, maxReasons);
  const rest = all.length - rows.length;
  const note = `${rest} more; --all shows them`;
  return [
    { kind: 'text', text: failuresInWords(failures), style: 'warning' },
    { kind: 'table', columns: failureColumns, rows, ...(rest > 0 && { note }) },
  ];
}

function interruptedBlocks(
  offers: readonly OfferDocument[],
  { interrupted, plan, pricing }: Comparison,
): Block[] {
  // The sentence under the heading of a ranking says that it was stopped.
  const isSaid = pricing !== undefined && offers.some(({ rank }) => rank !== null);
  if (!interrupted || isSaid) return [];
  const [count, what] =
    plan.quote === 'none'
      ? [offers.length, 'offer']
      : [offers.filter(isPriced).length, 'priced offer'];
  const text = `Partial: stopped early, with ${plural(count, what)}`;
  return [{ kind: 'text', text, style: 'warning' }];
}
