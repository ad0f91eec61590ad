/**
 * Put into each executable by executables.mjs, and run first: it loads the program from inside, each file when it is needed, as Node does
 * from a folder.
 * Its own `require` gives only what is built into Node.
 */
'use strict';
const { posix } = require('node:path');
const { getAsset, getAssetKeys } = require('node:sea');
const { Script } = require('node:vm');

const files = new Set(getAssetKeys());
const loaded = new Map();

function load(path) {
  const known = loaded.get(path);
  if (known !== undefined) return known.exports;
  const module = { exports: {} };
  loaded.set(path, module);
  const folder = posix.dirname(path);
  const within = (id) => (id.startsWith('.') ? load(posix.join(folder, id)) : require(id));
  compile(path)(module.exports, within, module, `/${path}`, `/${folder}`);
  return module.exports;
}

function compile(path) {
  // A comment, if it begins as a script does.
  const code = getAsset(path, 'utf8').replace(/^#!/, '//');
  const cache = `${path}.cache`;
  const cachedData = files.has(cache) ? Buffer.from(getAsset(cache)) : undefined;
  const wrapped = `(function (exports, require, module, __filename, __dirname) {${code}\n})`;
  return new Script(wrapped, { filename: `/${path}`, cachedData }).runInThisContext();
}

load('bin/rental.js');
