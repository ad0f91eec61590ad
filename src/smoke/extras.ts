/** The two kinds of extras, and the rules about each. */
import { listOf, skip, type MaybeAnswer, type Missing, type ServiceAnswer } from './answers.ts';

/** The group of the rules about each kind of extras. */
export const groupOfExtras = {
  accessories: 'accessories',
  'insurance-types': 'insurance',
} as const;
export type ExtrasEndpoint = keyof typeof groupOfExtras;
export const extrasEndpoints = Object.keys(groupOfExtras) as ExtrasEndpoint[];
export type ExtrasAnswers = Readonly<Record<ExtrasEndpoint, MaybeAnswer>>;

/** Why an answer has no extras to use, and the id of the rule that reports it. */
export function noExtras(kind: ExtrasEndpoint, answer: ServiceAnswer): Missing {
  const rule = listOf(answer) === undefined ? 'answer' : 'fields';
  return skip(`no ${kind} to try`, `${groupOfExtras[kind]}-${rule}`);
}
