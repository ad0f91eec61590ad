import * as z from 'zod/mini';
import { trips } from '../../documents/trips.ts';
import { UsageError } from '../../errors.ts';
import { limitsInput, text, texts } from '../inputs.ts';
import { endWith } from '../time-limit.ts';
import { defineTool } from '../tool.ts';

const saved = z.strictObject({
  name: text('Letters, digits, . - _'),
  command: z.enum(['quote', 'compare']),
  pick_up: texts('Depots'),
  drop_off: z.optional(texts('Default: same')),
  from: text('Date; compare: or range'),
  to: z.optional(text('Drop-off date')),
  nights: z.optional(text('compare: 7 or 7..10')),
  vehicle: z.optional(texts('Ids or names')),
  ...limitsInput,
  accessories: z.optional(texts('Ids or names')),
  insurance: z.optional(text('Id or name')),
});

export default defineTool({
  name: 'save_trip',
  title: 'Save a trip',
  description:
    'Asks as get_quote (one vehicle, depot and to) or compare_quotes does, and keeps question and answer in a file for check_trip.',
  asks: 'several',
  writes: true,
  input: saved,
  output: { trips: trips.value },
  async run({ name, command, ...input }, call) {
    const stop = new AbortController();
    const release = endWith(stop, call);
    try {
      const options = command === 'quote' ? quoteOptions(input) : compareOptions(input);
      const trip = { name, command, options };
      return { trips: await call.trips.save(trip, call.sessions(stop.signal), stop.signal, call.note) };
    } finally {
      release();
    }
  },
});

type Input = Omit<z.infer<typeof saved>, 'name' | 'command'>;

/** By the names of the options of `compare`. Throws UsageError. */
function compareOptions({ pick_up, drop_off, max_rate, accessories, insurance, ...same }: Input) {
  if (same.nights === undefined && same.to === undefined) throw new UsageError('nights or to is needed');
  const names = { pickUp: pick_up, dropOff: drop_off, maxRate: max_rate, accessory: accessories };
  return { ...same, ...names, insurance: insurance === undefined ? undefined : [insurance] };
}

/** By the names of the options of `quote`. Throws UsageError for what only a comparison takes. */
function quoteOptions({ pick_up, drop_off = [], from, to, vehicle = [], accessories, insurance, ...more }: Input) {
  const strange = Object.entries(more).find(([, value]) => value !== undefined)?.[0];
  if (strange !== undefined) throw new UsageError(`${strange} is only for command compare`);
  const isOne = pick_up.length === 1 && drop_off.length <= 1 && vehicle.length === 1;
  if (!isOne || to === undefined) throw new UsageError('command quote takes one vehicle, one depot and to');
  return { vehicle: vehicle[0], pickUp: pick_up[0], dropOff: drop_off[0], from, to, accessory: accessories, insurance };
}
