import * as z from 'zod/mini';
import { tripChecks } from '../../documents/trips.ts';
import { texts } from '../inputs.ts';
import { endWith } from '../time-limit.ts';
import { defineTool } from '../tool.ts';

export default defineTool({
  name: 'check_trip',
  title: 'Check saved trips',
  description:
    'Asks again what saved trips ask, keeps the answers, and says what changed since the last and the first one. Costs as many requests as saving did.',
  asks: 'none',
  reaches: true,
  writes: true,
  input: z.strictObject({ names: texts('From list_trips').check(z.minLength(1, 'at least one name')) }),
  output: { checks: tripChecks.value },
  async run({ names }, call) {
    const stop = new AbortController();
    const release = endWith(stop, call);
    try {
      return { checks: await call.trips.check(names, stop.signal) };
    } finally {
      release();
    }
  },
});
