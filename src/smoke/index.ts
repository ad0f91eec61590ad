/** Checks a deployment against the interface document. Loads zod, so import it dynamically. */
export { checks, selectChecks } from './checks/index.ts';
export { runSmoke } from './run.ts';
export { githubAnnotations, githubSummary } from './reports/github.ts';
export { junitReport } from './reports/junit.ts';
export { tapReport } from './reports/tap.ts';
