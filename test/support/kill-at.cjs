// test/commands/operators.test.ts preloads this: the program dies in the middle of writing a file, at the moment that KILL_AT names.
const fs = require('node:fs');

const kill = () => process.kill(process.pid, 'SIGKILL');
const { open } = fs.promises;
fs.promises.open = async (...args) => {
  const file = await open(...args);
  // A text is written through this prototype, so that a part of it is on the disk first.
  if (process.env.KILL_AT === 'write') file.writeFile = async (text) => (await file.write(text.slice(0, 9)), kill());
  if (process.env.KILL_AT === 'fsync') file.sync = kill;
  return file;
};
if (process.env.KILL_AT === 'rename') fs.renameSync = kill;
