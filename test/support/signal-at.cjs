// Tests preload this: the program gets SIGNAL in the middle of replacing a file, at the moment that SIGNAL_AT names, once. After SIGSTOP
// it goes on where it was when it gets SIGCONT.
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

const { renameSync, writeFileSync } = fs;
let moment = process.env.SIGNAL_AT;
const isNow = (name, path) => moment === name && /\.[0-9a-f]{12}\.tmp$/.test(String(path));
const signal = () => {
  moment = undefined;
  process.kill(process.pid, process.env.SIGNAL);
};

fs.renameSync = (from, to) => {
  if (isNow('rename', from)) signal();
  renameSync(from, to);
};

fs.writeFileSync = (path, text, options) => {
  if (!isNow('write', path)) return writeFileSync(path, text, options);
  // A part of it is on the disk.
  writeFileSync(path, String(text).slice(0, 9), options);
  signal();
  fs.appendFileSync(path, String(text).slice(9));
};

syncBuiltinESMExports();
