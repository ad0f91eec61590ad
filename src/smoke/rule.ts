/** A rule of the interface document: a pure function that decides on what the service answered. */
import { given } from './asked.ts';
import type { About, Answers } from './converse.ts';
import type { Verdict } from './findings.ts';
import type { Sentence } from './interface-document.ts';

export type Judge = (answers: Answers) => Verdict;

/**
 * The id is `<group>-<name>`. The title is a sentence that is true if the rule is kept. A rule without a sentence of the document must not
 * fail, only warn.
 */
export type Rule = readonly [id: string, sentence: Sentence, title: string, judge: Judge];

/** A rule that needs a vehicle that is free. */
export function ofVehicle(judge: (about: About) => Verdict): Judge {
  return ({ about }) => given(about, judge);
}

/** The group of a rule is the first word of its id. */
export function groupOf(id: string): string {
  return id.slice(0, id.indexOf('-'));
}

/** A rule as documents and reports show it; the sentence is null if the rule can only warn. */
export function textOf([id, { section, sentence }, title]: Rule) {
  return { id, group: groupOf(id), section, sentence: sentence ?? null, title };
}
