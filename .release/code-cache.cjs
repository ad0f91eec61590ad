/**
 * Run by executables.mjs: runs the program as a single executable does, with the Node that will be in it, and keeps the compiled code of
 * each file that it loads: `node code-cache.cjs <root> <folder> <word …>`. Files whose code is there stay as they are.
 */
'use strict';
const { existsSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const vm = require('node:vm');

const [root, folder, ...words] = process.argv.slice(2);
process.argv.splice(2, Infinity, ...words);
const scripts = [];

class Script extends vm.Script {
  constructor(code, options) {
    super(code, options);
    scripts.push([options.filename, this]);
  }
}

const replaced = {
  'node:sea': {
    isSea: () => true,
    getAssetKeys: () => [],
    getAsset: (path, encoding) => readFileSync(join(root, path), encoding),
  },
  'node:vm': { Script },
};

process.once('exit', () => {
  for (const [path, script] of scripts) {
    const file = join(folder, `${path}.cache`);
    if (existsSync(file)) continue;
    mkdirSync(dirname(file), { recursive: true });
    // Here, and not before: by now it has the functions that were called.
    writeFileSync(file, script.createCachedData());
  }
});

const loader = readFileSync(join(__dirname, 'executable.cjs'), 'utf8');
vm.compileFunction(loader, ['require'])((id) => replaced[id] ?? require(id));
