#!/usr/bin/env node
// CommonJS, because Node starts it faster than ESM.
'use strict';
const { isAbsolute, join } = require('node:path');

// A package can throw where nothing catches it. Node's exit code of that, 1, would mean that a vehicle is not available.
process.on('uncaughtException', (error) => {
  const words = String(error).replace(/[^ -~]/g, '?');
  if (process.exitCode === undefined) process.stderr.write(`error: rental itself failed: ${words}\n`);
  process.exit(process.exitCode ?? 70);
});
start().then(end);

async function start() {
  keepCompiledCode();
  // NO_COLOR wins. Node would print a warning that FORCE_COLOR does.
  if (process.env.NO_COLOR) delete process.env.FORCE_COLOR;
  // An address can hold a password, and other users of the machine can read the words of a command line.
  if (process.argv.some((word) => word.startsWith('--budget-url'))) process.title = 'rental';
  const { main, systemIo } = load();
  return main(process.argv.slice(2), systemIo());
}

function load() {
  try {
    return require('../dist/main.js');
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND') throw error;
    process.stderr.write('error: rental is not built yet\nhint: npm start installs and builds it\n');
    return process.exit(70);
  }
}

/** From Node 22.8 on, keeps compiled code in the user's cache folder. Does nothing if that cannot be written. */
function keepCompiledCode() {
  // A single executable has it inside.
  if (require.main === undefined) return;
  // Neither makes a folder: `config` lists the folders that exist, and `complete` runs while the user types.
  if (process.argv.some((word) => word === 'config' || word === 'doctor') || process.argv[2] === 'complete') return;
  const { XDG_CACHE_HOME: named = '', HOME: home = '', LOCALAPPDATA: local = '' } = process.env;
  const own = process.platform === 'win32' ? local : join(home, '.cache');
  const cache = isAbsolute(named) ? named : own;
  if (isAbsolute(cache)) require('node:module').enableCompileCache?.(join(cache, 'rental', 'compiled'));
}

function end(code) {
  process.exitCode = code;
  // A shell that runs a loop stops it only if the program ends by the signal itself; it reports 128 + the signal's number.
  const signal = { 129: 'SIGHUP', 130: 'SIGINT', 143: 'SIGTERM' }[code];
  if (signal === undefined) return;
  if (process.platform !== 'win32') {
    // Node itself does this at a normal exit: programs that share the pipe must not find it in another mode.
    for (const stream of [process.stdin, process.stdout, process.stderr]) stream._handle?.setBlocking?.(true);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  }
  // The first process of a container ignores its own signals.
  process.exit();
}
