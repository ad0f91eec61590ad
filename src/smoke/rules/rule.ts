/** A rule of the interface, and how documents and reports show it. */
import type { Judge } from '../converse.ts';
import type { RuleSource } from '../interface-document.ts';

export interface Rule {
  /** `<group>-<name>` */
  readonly id: string;
  /** A rule without a sentence only warns. */
  readonly source: RuleSource;
  /** A sentence that is true if the service keeps the rule. */
  readonly title: string;
  readonly judge: Judge;
}

export type RuleText = Readonly<{
  id: string;
  group: string;
  section: string;
  sentence: string | null;
  title: string;
}>;

export function groupOf(id: string): string {
  return id.slice(0, id.indexOf('-'));
}

export function describeRule({ id, source, title }: Rule): RuleText {
  const { section, sentence } = source;
  return { id, group: groupOf(id), section, sentence, title };
}
