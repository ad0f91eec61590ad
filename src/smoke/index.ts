/** Checks a deployment against the interface document. Loads zod, so import it dynamically. */
export { checks, selectChecks } from './checks/index.ts';
export { runSmoke } from './smoke-run.ts';
export { githubAnnotations } from './reports/annotations.ts';
export { junitReport } from './reports/junit.ts';
export { markdownReport } from './reports/markdown.ts';
export { summaryOf } from './reports/wording.ts';
