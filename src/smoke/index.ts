/** Checks of a deployment against the interface document. Loads zod: import it dynamically. */
export { checks } from './checks/index.ts';
export { tripCap } from './checks/limits.ts';
export { requestCap } from './ask.ts';
export { runSmoke } from './run.ts';
export { select } from './select.ts';
export { githubAnnotations, githubSummary } from './reports/github.ts';
export { junitReport } from './reports/junit.ts';
export { tapReport } from './reports/tap.ts';
