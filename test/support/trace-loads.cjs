// test/light.test.ts preloads this into the real program. At the end it writes the files that were loaded to $TRACE_LOADS.
const { writeFileSync } = require('node:fs');

process.on('exit', () =>
  writeFileSync(process.env.TRACE_LOADS, Object.keys(require.cache).join('\n')),
);
