/** A comparison as a result, and for a terminal: ranked, grouped or as a calendar; then what failed, and the cheapest in full. A function of its document. */
import {
  isPriced,
  isSure,
  isUnchecked,
  isUnpriced,
  rankedByCurrency,
  shownOf,
  withPrices,
  type Comparison,
  type PricedOffer,
} from '../../documents/offers.ts';
import { compare as document, type FailureDocument, type OfferDocument } from '../../documents/compare.ts';
import { failureRows, failuresInWords, uncheckedNotes } from '../../documents/failures.ts';
import { groupBy } from '../../base/group-by.ts';
import type { ExitCode } from '../../base/errors.ts';
import type { Operator } from '../../planner/session.ts';
import { columnsOf } from '../../documents/records.ts';
import { aboutAllEstimates } from '../../planner/charged-days.ts';
import { answer, type Block, type Column, type Result } from '../../result.ts';
import { plural } from '../../base/words.ts';
import { labelsIn } from '../../documents/labels.ts';
import { cheapestBlocks, lengthBlocks, pricingBlocks, rankedBlocks, type Parts, type ViewOptions } from './ranked.ts';
import { headingOf, offerTable, vehicleColumn } from './tables.ts';

interface Shown extends Omit<ViewOptions, 'timeZone'> {
  /** JSON has every offer, other formats those that were priced. */
  readonly isJson: boolean;
  readonly operators: readonly Pick<Operator, 'name' | 'timeZone'>[];
  readonly exitCode: ExitCode;
}

/** The view is made only when it is read: a comparison can have thousands of offers. */
export function comparisonResult(whole: Comparison, { isJson, operators, exitCode, ...options }: Shown): Result {
  const zones = new Map(operators.map(({ name, timeZone }) => [name, timeZone]));
  const columns = columnsOf(document).filter(({ key }) => options.groupBy !== undefined || !groupFields.includes(key));
  return answer(document, {
    value: shownOf(isJson ? whole : withPrices(whole), options),
    columns,
    view: () => compareView(whole, { ...options, timeZone: (name) => zones.get(name) ?? 'UTC' }),
    exitCode,
  });
}

/** Only groups have them. */
const groupFields: readonly string[] = ['count', 'highest'];

/** The rankings alone, above the question whether to go on. */
export function rankingsSoFar(whole: Comparison, options: ViewOptions): Block[] {
  const { ranked, parts } = partsOf(whole, { ...options, isSaved: true });
  return spaced(ranked.map((list, place) => rankedBlocks(list, parts, place === 0 ? pricingBlocks(parts) : [])));
}

function partsOf(whole: Comparison, options: ViewOptions) {
  const document = withPrices(whole);
  const ranked = rankedByCurrency(document.offers);
  const parts: Parts = {
    ...options,
    document: whole,
    labels: labelsIn(document),
    operators: document.plan.operators.map(({ operator }) => operator),
    unpriced: whole.pricing === undefined || ranked.length > 1 ? [] : whole.offers.filter(isUnpriced),
    isCheapest: isSure(whole),
  };
  return { document, ranked, parts };
}

function compareView(whole: Comparison, options: ViewOptions): Block[] {
  const { document, ranked, parts } = partsOf(whole, options);
  const { offers, failures } = document;
  const [first, ...others] = ranked;
  const unranked = offers.filter(({ rank }) => rank === null);
  const lookedUp = unranked.filter((offer) => !isUnchecked(offer));
  return spaced([
    ...(first === undefined
      ? []
      : [rankedBlocks(first, parts, [...pricingBlocks(parts), ...lengthBlocks(first, parts)])]),
    ...others.map((list) => rankedBlocks(list, parts, [])),
    incompleteBlocks(lookedUp.filter(isPriced), parts),
    unpricedBlocks(
      lookedUp.filter((offer) => !isPriced(offer)),
      parts,
    ),
    uncheckedBlocks(document, unranked.filter(isUnchecked), parts),
    isNone(document) ? [{ kind: 'text', text: 'No vehicle was found.' }] : [],
    failureBlocks(failures, parts),
    interruptedBlocks(document),
    ...ranked.map(([best]) => cheapestBlocks(best, parts, ranked.length > 1)),
  ]);
}

/** With an empty line between two sections of which one ends and the next begins with text. */
function spaced(sections: readonly Block[][]): Block[] {
  return sections.reduce<Block[]>((view, section) => {
    const isBetweenTexts = view.at(-1)?.kind === 'text' && section[0]?.kind === 'text';
    return [...view, ...(isBetweenTexts ? [{ kind: 'text', text: '' } as const] : []), ...section];
  }, []);
}

/** An interruption or failures can also be why there are no offers. */
function isNone({ offers, dates, failures, interrupted }: Comparison): boolean {
  const hasVehicles = offers.length > 0 || failures.some(({ vehicle }) => vehicle !== null);
  return !interrupted && !hasVehicles && dates.some(({ answered }) => answered > 0);
}

const without: Column = { key: 'missing', header: 'WITHOUT', flexible: 12, distinguishing: true };
const rate: Column = { key: 'rentalDailyRate', header: 'NZD A DAY', kind: 'money' };
const about: Column = { key: 'estimate', header: 'ABOUT', kind: 'money' };
const unchecked: Column = { key: 'unchecked', header: 'NOT LOOKED UP', flexible: 12, distinguishing: true };

function lackColumns(offers: readonly OfferDocument[]): Column[] {
  return offers.some(({ missing }) => missing.length > 0) ? [without] : [];
}

/** A table for each currency: its heading names it. */
function incompleteBlocks(incomplete: readonly PricedOffer[], parts: Parts): Block[] {
  return [...groupBy(incomplete, ({ currency }) => currency).values()].flatMap((offers): Block[] => {
    const text = `Not ranked, because a requested extra is missing: ${headingOf(offers, parts.labels)}`;
    return [
      { kind: 'text', text, style: 'heading' },
      // The vehicle matters most here, because each has its own extras.
      offerTable(offers, [...lackColumns(offers), vehicleColumn], parts),
    ];
  });
}

function unpricedBlocks(offers: readonly OfferDocument[], parts: Parts): Block[] {
  if (offers.length === 0) return [];
  const isLacking = offers.every(({ missing }) => missing.length > 0);
  const why = isLacking ? 'Not priced, because a requested extra is missing' : 'Available, not quoted';
  const text = `${why}: ${headingOf(offers, parts.labels)}`;
  const heading: Block = { kind: 'text', text, style: 'heading' };
  if (parts.document.plan.quote !== 'none')
    return [heading, offerTable(offers, [...lackColumns(offers), rate], parts, rate)];
  return [heading, offerTable(offers, [rate], parts, about), { kind: 'text', text: aboutAllEstimates, style: 'dim' }];
}

/** What was looked up on other dates only, and on which. */
function uncheckedBlocks(
  { uncheckedExtras = [] }: Comparison,
  offers: readonly OfferDocument[],
  parts: Parts,
): Block[] {
  if (offers.length === 0) return [];
  const text = `Not ranked, because a requested extra was not looked up on these dates: ${headingOf(offers, parts.labels)}`;
  return [
    { kind: 'text', text, style: 'heading' },
    ...uncheckedNotes(uncheckedExtras).map((note): Block => ({ kind: 'text', text: note, style: 'dim' })),
    offerTable(offers, [unchecked, vehicleColumn, rate], parts, rate),
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

/** The requests that failed, grouped by reason. */
function failureBlocks(failures: readonly FailureDocument[], { labels, limit }: Parts): Block[] {
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

function interruptedBlocks({ interrupted, offers, plan, pricing }: Comparison): Block[] {
  // Beside a ranking, the heading says it.
  const isSaid = pricing !== undefined && offers.some(({ rank }) => rank !== null);
  if (!interrupted || isSaid) return [];
  const [count, what] =
    plan.quote === 'none' ? [offers.length, 'offer'] : [offers.filter(isPriced).length, 'priced offer'];
  const text = `Partial: stopped early, with ${plural(count, what)}`;
  return [{ kind: 'text', text, style: 'warning' }];
}
