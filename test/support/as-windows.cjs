// Tests preload this on Linux: files behave as on Windows. A rename opens the file and then renames the open file, even if another process
// has renamed it in between. A file can be opened so that no other process can open it; closing it removes it.
const fs = require('node:fs');
const os = require('node:os');
const { join } = require('node:path');
const { syncBuiltinESMExports } = require('node:module');

const openedAlone = 0x1000_0000;
const { openSync, closeSync, renameSync, unlinkSync } = fs;
const locks = new Map();
const fail = (code) => {
  throw Object.assign(new Error(code), { code });
};

os.platform = () => 'win32';

fs.renameSync = (from, to) => {
  if (fs.statSync(from).isDirectory()) return renameSync(from, to);
  const file = openSync(from, 'r');
  try {
    // Lets other processes run in between.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    for (;;) {
      const name = fs.readlinkSync(join('/proc/self/fd', String(file)));
      if (name.endsWith(' (deleted)')) fail('ENOENT');
      try {
        return renameSync(name, to);
      } catch (error) {
        if (error.code !== 'ENOENT') throw error;
      }
    }
  } finally {
    closeSync(file);
  }
};

fs.openSync = (path, flags, ...more) => {
  if (typeof flags !== 'number' || (flags & openedAlone) === 0)
    return openSync(path, flags, ...more);
  try {
    const file = openSync(path, 'wx');
    locks.set(file, path);
    return file;
  } catch (error) {
    return fail(error.code === 'EEXIST' ? 'EBUSY' : error.code);
  }
};

fs.closeSync = (file) => {
  if (locks.has(file)) unlinkSync(locks.get(file));
  locks.delete(file);
  closeSync(file);
};

syncBuiltinESMExports();
