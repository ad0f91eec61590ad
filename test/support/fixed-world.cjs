/** Loaded into the program before it starts: the same time and the same random numbers in every run. */
const { Server, ServerResponse } = require('node:http');

const RealDate = Date;
const fixed = Number(process.env.RENTAL_TEST_NOW);

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    super(...(parts.length === 0 ? [fixed] : parts));
  }
  static now() {
    return fixed;
  }
};

// Durations are 0.
process.hrtime.bigint = () => 0n;

let seed = 11;
// The generator of Park and Miller.
Math.random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;

// Node writes the real time into the Date header of the sandbox's answers.
const { emit } = Server.prototype;
Server.prototype.emit = function (event, ...args) {
  const response = args[1];
  if (event === 'request' && response instanceof ServerResponse) {
    response.setHeader('date', new RealDate(fixed).toUTCString());
  }
  return emit.call(this, event, ...args);
};
