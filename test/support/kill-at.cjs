// test/commands/operators.test.ts preloads this: the program dies in the middle of writing a file, at the moment that KILL_AT names.
const fs = require('node:fs');

const kill = () => process.kill(process.pid, 'SIGKILL');
if (process.env.KILL_AT === 'rename') fs.renameSync = kill;
if (process.env.KILL_AT === 'write') {
  fs.promises.writeFile = async (path, text) => {
    // A part of it is on the disk.
    fs.writeFileSync(path, text.slice(0, 9));
    kill();
  };
}
