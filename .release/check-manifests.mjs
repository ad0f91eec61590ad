/**
 * Checks release/manifests and release/server.json by the schemas of those who read them, and the formula by Ruby, if it is installed.
 * The schemas are downloaded, or read from a folder: `node .release/check-manifests.mjs [folder]`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { parse } from 'yaml';
import { output, readJson } from './parts.mjs';

const [, , folder] = process.argv;
const manifests = join(output, 'manifests');
const winget = (kind) => `microsoft/winget-cli/master/schemas/JSON/manifests/v1.10.0/manifest.${kind}.1.10.0.json`;
const files = readdirSync(join(manifests, 'winget'));
const kindOf = (file) => parse(readFileSync(join(manifests, 'winget', file), 'utf8')).ManifestType;
const raw = 'https://raw.githubusercontent.com';

const checks = [
  { file: 'manifests/scoop/rental.json', name: 'scoop', url: `${raw}/ScoopInstaller/Scoop/master/schema.json` },
  { file: 'server.json', name: 'server', url: readJson('server.json').$schema },
  ...files.map((file) => {
    const kind = kindOf(file);
    return { file: `manifests/winget/${file}`, name: `winget-${kind}`, url: `${raw}/${winget(kind)}` };
  }),
];

let failed = false;
for (const { file, name, url } of checks) {
  const schema = await schemaAt(name, url).catch(({ message }) => report(file, `${url}: ${message}`));
  if (schema === undefined) continue;
  // Schemas of others use words that are not in the standard.
  const ajv = new Ajv({ strict: false, allErrors: true });
  formats.default(ajv);
  const isValid = ajv.validate(schema, parse(readFileSync(join(output, file), 'utf8')));
  report(file, isValid ? undefined : ajv.errorsText());
}
const formula = join(manifests, 'homebrew', 'rental.rb');
const ruby = spawnSync('ruby', ['-wc', formula], { encoding: 'utf8' });
if (ruby.error === undefined) report('manifests/homebrew/rental.rb', ruby.status === 0 ? undefined : ruby.stderr);
else console.log('not checked  manifests/homebrew/rental.rb: no ruby');
process.exitCode = failed ? 1 : 0;

async function schemaAt(name, url) {
  const path = folder && join(folder, `${name}.json`);
  if (path && existsSync(path)) return JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''));
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return answer.json();
}

function report(file, problem) {
  failed ||= problem !== undefined;
  console.log(problem === undefined ? `ok           ${file}` : `FAILED       ${file}\n${problem}`);
}
