/**
 * Used by bin/build.mjs: collects the licences of the bundled packages, and refuses a package whose
 * licence is not permissive.
 */
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const permissive = new Set(
  'MIT MIT-0 ISC Apache-2.0 BSD-2-Clause BSD-3-Clause 0BSD BlueOak-1.0.0 Python-2.0'.split(' '),
);

/**
 * Writes THIRD-PARTY-NOTICES.txt for the packages of the bundled modules. Throws if a licence is
 * missing or not permissive.
 */
export async function writeNotices(folder, modules) {
  const packages = new Set(modules.map(packageOf).filter(Boolean));
  const notices = new Map();
  // Many packages have the same text.
  for (const path of [...packages].sort()) {
    const { title, text } = await noticeOf(path);
    notices.set(text, [...(notices.get(text) ?? []), title]);
  }
  const sections = [...notices].map(([text, titles]) => `${titles.join('\n')}\n\n${text}\n`);
  const intro = 'rental contains the packages below, each under its own licence.\n';
  await writeFile(
    join(folder, 'THIRD-PARTY-NOTICES.txt'),
    [intro, ...sections].join(`\n${'-'.repeat(80)}\n\n`),
  );
}

/** `/…/node_modules/a/node_modules/@b/c/lib/d.js` → `/…/node_modules/a/node_modules/@b/c`. */
export function packageOf(module) {
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(module)?.[0];
}

async function noticeOf(folder) {
  const { name, version, license } = JSON.parse(
    await readFile(join(folder, 'package.json'), 'utf8'),
  );
  if (!permissive.has(license))
    throw new Error(`${name}: the licence ${license} is not on the list of bin/notices.mjs`);
  const files = (await readdir(folder))
    .filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
    .sort();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  // The licence of something inside the package, which it names in no file of its own.
  const more = join(import.meta.dirname, 'licences', `${name}.txt`);
  if (existsSync(more)) texts.push(await readFile(more, 'utf8'));
  if (texts.length === 0)
    texts.push(`Licence: ${license}. The package has no file with its text.\n`);
  return { title: `${name} ${version}`, text: texts.map((text) => text.trim()).join('\n\n') };
}
