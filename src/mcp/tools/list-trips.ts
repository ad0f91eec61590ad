import * as z from 'zod/mini';
import { trips } from '../../documents/trips.ts';
import { defineTool } from '../tool.ts';

export default defineTool({
  name: 'list_trips',
  title: 'List saved trips',
  description: 'Saved trips with the last best total, and its change since the first answer. Costs nothing.',
  asks: 'none',
  input: z.strictObject({}),
  output: { trips: trips.value },
  run: async (_, call) => ({ trips: await call.trips.list() }),
});
