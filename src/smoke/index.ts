/** Checks a deployment against the interface document. Loads zod, so import it dynamically. */
export { reportText, reportKinds, type ReportKind } from './reports/index.ts';
export type { FactLine } from './reports/fact-lines.ts';
export {
  factsTitle,
  outcomeText,
  notSeen,
  obstacleText,
  shownFacts,
  summaryOf,
  verdictWords,
} from './reports/wording.ts';
export { rules } from './rules/index.ts';
export { describeRule, type Rule } from './rules/rule.ts';
export { checkNames, selectRules } from './rules/select.ts';
export { runSmoke, type Judged, type SmokeRun } from './run.ts';
