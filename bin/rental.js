#!/usr/bin/env node
const { main, systemIo } = await import('../dist/main.js').catch((error) => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  process.stderr.write('error: rental is not built yet\nhint: npm start installs and builds it\n');
  process.exit(70);
});

process.exitCode = await main(process.argv.slice(2), systemIo());
// All output is written. A pending DNS look-up cannot be cancelled and would keep the process alive.
if (process.exitCode >= 128) process.exit();
