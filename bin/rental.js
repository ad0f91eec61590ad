#!/usr/bin/env node
const { main, systemIo } = await import('../dist/main.js').catch((error) => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  process.stderr.write('error: rental is not built yet\nhint: npm start installs and builds it\n');
  process.exit(70);
});

process.exitCode = await main(process.argv.slice(2), systemIo());
// Everything is written by now. A look-up of a name that was interrupted cannot be stopped and would hold the process.
if (process.exitCode >= 128) process.exit();
