/** The command lines that ask what a trip asks: by ids and whole names, so they mean the same on any day. */
import { flagOf } from '../../cli/flags.ts';
import { formatRateLimit } from '../../operators/fields.ts';
import { defaultLimit } from '../../operators/operator.ts';
import { quoteShell } from '../../text.ts';
import type { SweepRequest } from '../../planner/sweep/request.ts';
import type { Question, SavedOperator } from '../../trips/question.ts';
import { quoteLine } from '../shared/command-line.ts';

type NamedOperator = Pick<SavedOperator, 'name' | 'baseUrl' | 'sandbox'> &
  Partial<Pick<SavedOperator, 'siteUrl' | 'siteIsAssumed' | 'limit'>>;

/** The flags that choose the operators of a trip, by their names: an address alone is known on every machine. */
export function operatorWords(operators: readonly NamedOperator[]): string[] {
  const [first] = operators;
  if (first?.sandbox === true) {
    const variants = operators.map(({ name }) => (name === 'sandbox' ? 'a' : name.slice(-1)));
    return [variants.join() === 'a' ? '--sandbox' : `--sandbox=${variants.join(',')}`];
  }
  const isAddress = operators.length === 1 && first?.name === new URL(first?.baseUrl ?? '').host;
  if (!isAddress) return ['--operator', operators.map(({ name }) => name).join(',')];
  const { baseUrl, siteUrl, siteIsAssumed, limit = defaultLimit } = first;
  const isUsual = limit.requests === defaultLimit.requests && limit.windowMs === defaultLimit.windowMs;
  return [
    ...['--base-url', baseUrl],
    ...(siteUrl === undefined || siteIsAssumed !== false ? [] : ['--site-url', siteUrl]),
    ...(isUsual ? [] : ['--rate-limit', formatRateLimit(limit)]),
  ];
}

export function commandOf(question: Question): string {
  const { operators } = question;
  if (question.kind === 'compare') return compareLine(operators, question.sweep);
  return quoteShell(quoteLine(question.selection, operatorWords(operators)));
}

/** What is asked; not how it is shown, or how many requests are allowed. */
const asked = ['pickUp', 'dropOff', 'from', 'flex', 'nights', 'to', 'vehicle', 'berths', 'maxRate'] as const;
const extras = ['accessory', 'insurance', 'quote'] as const;

/** `rental compare --operator lucky --pick-up 1 …`. */
export function compareLine(operators: readonly NamedOperator[], sweep: SweepRequest): string {
  const words = [...asked, ...extras].flatMap((name) => {
    const value = sweep[name];
    return (value === undefined ? [] : [value].flat()).flatMap((one) => [flagOf(name), String(one)]);
  });
  return quoteShell(['rental', 'compare', ...operatorWords(operators), ...words]);
}
