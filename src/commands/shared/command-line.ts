/** Command lines that can be run again, as they are, on any day. */
import { baseText } from '../../api/base-address.ts';
import type { Selection } from '../../api/types.ts';
import { flagOf } from '../../cli/flags.ts';
import { formatRateLimit } from '../../operators/fields.ts';
import {
  defaultLimit,
  sandboxVariantOf,
  type OperatorOverrides,
} from '../../operators/operator.ts';
import type { Operator } from '../../planner/session.ts';
import {
  defaultBestCount,
  optionsOf,
  quoteModeInWords,
  type ExtraKind,
  type NameRef,
  type OperatorQuestion,
  type Question,
  type QuoteMode,
} from '../../planner/question.ts';
import { escapeCommas } from '../../base/commas.ts';
import type { CompareRequest, DateTexts } from '../../compare/request/request.ts';
import { quoteShell } from '../../base/shell-words.ts';
import { wantedTimesOf, type WantedTimes } from '../../planner/wanted-times.ts';

/**
 * The words of `rental plan …` that get the same quote without questions, by absolute dates and
 * ids. `operatorFlags` choose the operator: `['--sandbox']`.
 */
export function planWords(
  selection: Selection,
  operatorFlags: readonly string[],
  wanted: WantedTimes = {},
): string[] {
  const {
    pickUpDepotId: pickUp,
    dropOffDepotId: dropOff,
    vehicleId: vehicle,
    accessoryIds,
  } = selection;
  const { pickUpDate: from, dropOffDate: to, insuranceId: insurance = 'none' } = selection;
  const accessory = accessoryIds.length === 0 ? {} : { accessory: accessoryIds.join(',') };
  const given = Object.entries({
    pickUp,
    dropOff,
    from,
    to,
    ...wanted,
    vehicle,
    ...accessory,
    insurance,
  });
  const words = given.flatMap(([field, value]) => [flagOf(field), String(value)]);
  return ['rental', 'plan', ...operatorFlags, ...words, '--no-input'];
}

type NamedOperator = Pick<Operator, 'name' | 'baseUrl' | 'sandbox'> &
  Partial<Pick<Operator, 'siteUrl' | 'siteIsAssumed' | 'limit'>>;

/**
 * The flags that choose these operators: their names, or the address of one that is not configured,
 * with its website and limit. `given`: flags of this run that change a configured one.
 */
export function operatorWords(
  operators: readonly NamedOperator[],
  given: OperatorOverrides = {},
): string[] {
  const [first] = operators;
  if (first?.sandbox === true) {
    const variants = operators.map(({ name }) => sandboxVariantOf(name) ?? 'a');
    return [variants.join() === 'a' ? '--sandbox' : `--sandbox=${variants.join(',')}`];
  }
  const isAddress =
    operators.length === 1 && first !== undefined && first.name === first.baseUrl.host;
  const { siteUrl, rateLimit } = isAddress ? addressOptions(first) : given;
  return [
    ...(isAddress
      ? ['--base-url', baseText(first.baseUrl)]
      : ['--operator', operators.map(({ name }) => name).join(',')]),
    ...(siteUrl === undefined ? [] : ['--site-url', siteUrl]),
    ...(rateLimit === undefined ? [] : ['--rate-limit', rateLimit]),
  ];
}

/** Undefined for the default website and limit. */
function addressOptions({
  siteUrl,
  siteIsAssumed,
  limit = defaultLimit,
}: NamedOperator): OperatorOverrides {
  const isDefaultLimit =
    limit.requests === defaultLimit.requests && limit.windowMs === defaultLimit.windowMs;
  return {
    siteUrl: siteIsAssumed === false ? siteUrl?.href : undefined,
    rateLimit: isDefaultLimit ? undefined : formatRateLimit(limit),
  };
}

type ComparedRequest = DateTexts &
  WantedTimes &
  Pick<CompareRequest, 'pickUp' | 'dropOff' | 'vehicle' | 'accessory' | 'insurance' | 'quoteMode'>;

/**
 * `rental compare --operator lucky --pick-up 1 …`, without the flags for the form of the result and
 * for `--max-requests`. `question` is undefined if the comparison ended before it was resolved: then
 * the line has the texts of the request.
 */
export function compareLine(
  operators: readonly NamedOperator[],
  request: ComparedRequest,
  question: Question | undefined,
): string {
  const {
    pickUp,
    dropOff,
    vehicle,
    accessory,
    insurance,
    from,
    flex,
    nights,
    to,
    startOn,
    until,
    quoteMode,
  } = request;
  const texts =
    question === undefined
      ? { pickUp, dropOff, vehicle, accessory, insurance }
      : questionTexts(question);
  const fields = {
    pickUp: texts.pickUp,
    dropOff: texts.dropOff,
    from,
    flex,
    nights,
    to,
    startOn: startOn?.join(','),
    until,
    ...wantedTimesOf(request),
    vehicle: texts.vehicle,
    accessory: texts.accessory,
    insurance: texts.insurance,
    quote: isDefaultQuoteMode(quoteMode) ? undefined : quoteModeInWords(quoteMode),
  };
  const words = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().flatMap((text) => [flagOf(name), String(text)]),
  );
  return quoteShell(['rental', 'compare', ...operatorWords(operators), ...words]);
}

function isDefaultQuoteMode(mode: QuoteMode): boolean {
  return mode.how === 'best' && mode.max === defaultBestCount;
}

function refText({ id, name = '' }: NameRef): string {
  return id === undefined ? escapeCommas(name) : String(id);
}

/** With several operators, each text begins with the name of its operator: `lucky:1`. */
function questionTexts({ operators }: Question) {
  const each = (textsOf: (operator: OperatorQuestion) => readonly string[]): string[] =>
    operators.flatMap((operator) => {
      const texts = textsOf(operator);
      return operators.length === 1 ? texts : texts.map((text) => `${operator.operator}:${text}`);
    });
  const extrasOf = (kind: ExtraKind) =>
    each(({ extras }) =>
      extras
        .filter((extra) => extra.kind === kind)
        .flatMap((extra) => {
          const options = optionsOf(extra).map(refText);
          const texts = extra.isOptional ? [...options, 'none'] : options;
          return Array<readonly string[]>(extra.quantity).fill(texts).flat();
        }),
    );
  const isEvery = operators.every(({ vehicles }) => vehicles === 'all');
  return {
    pickUp: each(({ pickUpIds }) => pickUpIds.map(String)),
    dropOff: each(({ dropOffs }) => dropOffs.map(String)),
    vehicle: isEvery
      ? undefined
      : each(({ vehicles }) => (vehicles === 'all' ? ['all'] : vehicles.map(refText))),
    accessory: extrasOf('accessory'),
    insurance: extrasOf('insurance'),
  };
}
