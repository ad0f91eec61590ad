// Tests preload this in writers of files. FILE_CLOCK: seconds by which the file system's clock is ahead of the machine's, for locks.
// SLOW_MS: replacing a file takes so much longer, so that writers meet. CLOCK_SPEED: how much faster the monotonic clock runs.
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

const { openSync, renameSync, futimesSync } = fs;
const { hrtime } = process;
const { FILE_CLOCK = 0, SLOW_MS = 0, CLOCK_SPEED = 1 } = process.env;
const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(SLOW_MS));

fs.openSync = (path, flags, ...more) => {
  const file = openSync(path, flags, ...more);
  if (flags === 'wx' && String(path).endsWith('.lock')) {
    const time = Date.now() / 1000 + Number(FILE_CLOCK);
    futimesSync(file, time, time);
  }
  return file;
};

fs.renameSync = (from, to) => {
  if (/\.[0-9a-f]{12}\.tmp$/.test(String(from))) pause();
  renameSync(from, to);
};

const bigint = hrtime.bigint.bind(hrtime);
hrtime.bigint = () => bigint() * BigInt(CLOCK_SPEED);

syncBuiltinESMExports();
