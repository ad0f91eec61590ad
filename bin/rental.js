#!/usr/bin/env node
'use strict';
// CommonJS, because it starts faster than ESM.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22) {
  // The parser of undici is WebAssembly. Node 20 compiles it twice, and waits for the second, slower time before it ends.
  require('node:v8').setFlagsFromString('--liftoff-only');
}
const { main, systemIo } = require('../dist/main.js');
main(process.argv.slice(2), systemIo()).then((code) => { process.exitCode = code; });
