/** A rule of the interface, and how documents and reports show it. */
import type { Judge } from '../converse.ts';
import type { RuleDefinition, RuleGroup, RuleId } from './definitions.ts';

export interface Rule extends RuleDefinition {
  readonly id: RuleId;
  readonly judge: Judge;
}

export type RuleText = Readonly<{
  id: string;
  group: string;
  section: string;
  sentence: string | null;
  title: string;
}>;

export function groupOf(id: RuleId): RuleGroup {
  return id.slice(0, id.indexOf('-')) as RuleGroup;
}

export function describeRule({ id, source, title }: Rule): RuleText {
  const { section, sentence } = source;
  return { id, group: groupOf(id), section, sentence, title };
}
