/** Run by the workflow of a release: a tag, package.json and CHANGELOG.md name the same version. `node .ci/check-release.mjs v0.2.0` */
import { readFileSync } from 'node:fs';

const [, , tag] = process.argv;
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const sections = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m).slice(1);
const section = sections.find((text) => text.startsWith(`[${version}] - `));

const problems = [
  tag !== `v${version}` && `the tag is ${tag}, but the version in package.json is ${version}`,
  section === undefined && `CHANGELOG.md has no section "## [${version}] - <date>"`,
  section !== undefined && !/^- /m.test(section) && `the section of ${version} in CHANGELOG.md has no entry`,
].filter(Boolean);

for (const problem of problems) console.error(`error: ${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;
