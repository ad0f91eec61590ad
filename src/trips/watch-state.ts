/** What the watch of a trip remembers, as plain JSON, so that a restart tells nothing a second time. */
import * as z from 'zod/mini';

/** One thing that can flap: what it is, since when it is so (epoch ms; null: since before the first check), and what people were last told. */
function steadyOf<const T extends string>(...values: readonly [T, ...T[]]) {
  const value = z.enum(values);
  return z.object({ now: value, since: z.nullable(z.number()), told: value });
}

const amount = z.number();
const stateSchema = z.object({
  offer: steadyOf('back', 'sold-out'),
  asking: steadyOf('recovered', 'failing'),
  /** Null until people can know a price. */
  prices: z.nullable(
    z.object({
      currency: z.string(),
      last: amount,
      /** The lowest that people were told of, or the first. */
      lowest: amount,
      /** Of the first price: targets are amounts of it. */
      targetCurrency: z.string(),
      /** Targets that were told, until the total is above them again. */
      reached: z.array(amount),
    }),
  ),
});

export type WatchState = z.infer<typeof stateSchema>;
export type Prices = NonNullable<WatchState['prices']>;

/** A trip that is new is taken for one that is offered by a service that answers. */
export const newWatch: WatchState = {
  offer: { now: 'back', since: null, told: 'back' },
  asking: { now: 'recovered', since: null, told: 'recovered' },
  prices: null,
};

/** From a file that anybody may have written: a new state if it is not one of ours. */
export function readWatch(value: unknown): WatchState {
  const read = stateSchema.safeParse(value);
  return read.success ? read.data : newWatch;
}
