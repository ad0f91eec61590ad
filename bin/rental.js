#!/usr/bin/env node
const { main, systemIo } = await import('../dist/main.js').catch((error) => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  process.stderr.write('error: rental is not built yet\nhint: npm start installs and builds it\n');
  process.exit(70);
});

const code = await main(process.argv.slice(2), systemIo());
process.exitCode = code;

// A shell that runs a loop stops it only if the program ends by the signal itself; it reports 128 + the signal's number.
const signal = { 129: 'SIGHUP', 130: 'SIGINT', 143: 'SIGTERM' }[code];
if (signal !== undefined && process.platform !== 'win32') {
  // Node itself would do this at a normal exit: programs that share the pipe must not find it in another mode.
  for (const stream of [process.stdin, process.stdout, process.stderr]) stream._handle?.setBlocking?.(true);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
// The first process of a container ignores its own signals.
if (signal !== undefined) process.exit();
