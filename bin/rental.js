#!/usr/bin/env node
// CommonJS, because Node starts it faster than ESM.
'use strict';
const {
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
  writeSync,
} = require('node:fs');
const { dirname, isAbsolute, join, sep } = require('node:path');

// A package can throw where nothing catches it. Node's exit code of that, 1, would mean that a
// vehicle is not available.
process.on('uncaughtException', (error) => {
  // After `end`, the answer is complete, and what a package throws then does not matter.
  const words = String(error).replace(/[^ -~]/g, '?');
  if (process.exitCode === undefined)
    process.stderr.write(`error: rental itself failed: ${words}\n`);
  process.exit(process.exitCode ?? 70);
});
const isNode20 = parseInt(process.versions.node) < 22;
start().then(end);

async function start() {
  if (tryPrintVersion()) return 0;
  // undici's parser and jq are WebAssembly. Node 20 also compiles them a second, slower time, and
  // does not end before that is done.
  if (isNode20) require('node:v8').setFlagsFromString('--liftoff-only');
  storeCompiledCode();
  // NO_COLOR wins. Node would print a warning that FORCE_COLOR does.
  if (process.env.NO_COLOR) delete process.env.FORCE_COLOR;
  // An address can hold a password, and other users of the machine can read the words of a command
  // line.
  if (process.argv.some((word) => word.startsWith('--budget-url'))) process.title = 'rental';
  const { main, systemIo } = load();
  return main(process.argv.slice(2), systemIo());
}

function load() {
  try {
    return require('../dist/main.js');
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND') throw error;
    process.stderr.write(
      'error: rental is not built yet\nhint: npm start installs and builds it\n',
    );
    return process.exit(70);
  }
}

/** The version alone needs none of the program. */
function tryPrintVersion() {
  if (process.argv.length !== 3 || !['--version', '-V'].includes(process.argv[2])) return false;
  try {
    writeSync(1, `${require('../package.json').version}\n`);
    return true;
  } catch {
    // The program says what is wrong with its output.
    return false;
  }
}

/** Stores compiled code in the user's cache folder. Does nothing if that cannot be written. */
function storeCompiledCode() {
  // A single executable has it inside.
  if (require.main === undefined) return;
  // Neither makes a folder: `config` lists the folders that exist, and `complete` runs while the
  // user types.
  if (
    process.argv.some((word) => word === 'config' || word === 'doctor') ||
    process.argv[2] === 'complete'
  )
    return;
  if (process.env.NODE_DISABLE_COMPILE_CACHE) return;
  const { XDG_CACHE_HOME: named = '', HOME: home = '', LOCALAPPDATA: local = '' } = process.env;
  const defaultCache = process.platform === 'win32' ? local : join(home, '.cache');
  const cache = isAbsolute(named) ? named : defaultCache;
  if (!isAbsolute(cache)) return;
  const folder = join(cache, 'rental', 'compiled');
  if (isNode20) storeCompiledCodeOnNode20(folder);
  else if (makePrivateFolder(folder)) require('node:module').enableCompileCache?.(folder);
}

/** Returns whether the folder is there and private. */
function makePrivateFolder(folder) {
  try {
    makeFolder(folder);
  } catch {
    // It is there, or it cannot be made.
  }
  return isPrivateFolder(folder);
}

/** Node's `recursive` never ends under /proc. */
function makeFolder(path) {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    makeFolder(dirname(path));
    mkdirSync(path, { mode: 0o700 });
  }
}

/** Whether no other user can put code there: this user would run it. */
function isPrivateFolder(folder) {
  if (process.platform === 'win32') return true;
  try {
    const found = lstatSync(folder);
    const [othersWrite, groupWrites] = [0o002, 0o020];
    const isReplaceable = (statSync(dirname(folder)).mode & othersWrite) !== 0;
    const isShared = (found.mode & (othersWrite | groupWrites)) !== 0;
    return found.isDirectory() && found.uid === process.getuid() && !isShared && !isReplaceable;
  } catch {
    return false;
  }
}

/**
 * What Node does itself from 22.8 on, for the files of dist. V8 checks the version and the flags
 * with which the code was compiled and the length of the source, but not whether the source or the
 * code is the same. So a file begins with the checksums of both.
 */
function storeCompiledCodeOnNode20(folder) {
  const versionFolder = join(folder, `${process.version}-${process.arch}`);
  const mayRead = isPrivateFolder(folder);
  const Module = require('node:module');
  const { Script } = require('node:vm');
  const { crc32 } = require('node:zlib');
  const dist = join(__dirname, '..', 'dist') + sep;
  const [prefix] = Module.wrapper;
  const compile = Module.prototype._compile;
  const compiled = [];
  const checksumsOf = (source, code) =>
    Buffer.from(Uint32Array.of(crc32(source), crc32(code)).buffer);
  const read = (file, source) => {
    if (!mayRead) return undefined;
    try {
      const stored = readFileSync(file);
      const code = stored.subarray(8);
      return stored.subarray(0, 8).equals(checksumsOf(source, code)) ? code : undefined;
    } catch {
      return undefined;
    }
  };
  Module.prototype._compile = function (source, path) {
    if (!path.startsWith(dist)) return compile.call(this, source, path);
    const file = join(versionFolder, path.slice(dist.length).replaceAll(sep, '-'));
    const cachedData = read(file, source);
    const script = new Script(Module.wrap(source), {
      filename: path,
      columnOffset: -prefix.length,
      cachedData,
    });
    if (script.cachedDataRejected !== false) compiled.push({ file, source, script });
    const run = script.runInThisContext();
    return run.call(
      this.exports,
      this.exports,
      (id) => this.require(id),
      this,
      path,
      dirname(path),
    );
  };
  // At the end, because the functions that ran are compiled by then.
  process.on('exit', () => {
    if (compiled.length === 0 || !makePrivateFolder(folder)) return;
    try {
      makePrivateFolder(versionFolder);
      for (const { file, source, script } of compiled) {
        const code = script.createCachedData();
        writeFileSync(`${file}.${process.pid}`, Buffer.concat([checksumsOf(source, code), code]));
        renameSync(`${file}.${process.pid}`, file);
      }
    } catch {
      // The next run compiles again.
    }
  });
}

function end(code) {
  process.exitCode = code;
  // A shell that runs a loop stops it only if the program ends by the signal itself; it reports 128
  // + the signal's number.
  const signal = { 129: 'SIGHUP', 130: 'SIGINT', 143: 'SIGTERM' }[code];
  if (signal === undefined) return;
  if (process.platform !== 'win32') {
    // Node itself does this at a normal exit: programs that share the pipe must not find it in
    // another mode.
    for (const stream of [process.stdin, process.stdout, process.stderr])
      stream._handle?.setBlocking?.(true);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  }
  // The first process of a container ignores its own signals, so it is still here.
  process.exit();
}
