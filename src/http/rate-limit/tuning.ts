/**
 * The numbers of `after-answer.ts`. Beside each is what gets worse without it: a row of `npm run
 * bench -- budget scenes --repeat 4` (four processes, X-RateLimit on every answer), or a test. `1.3 ·
 * 2.11 → 6.8 · 1.88 with 1`: with this number, 1.3 requests get a 429, and the run takes 2.11 times
 * the least time; it would be 6.8 and 1.88 with 1 in its place, which switches the rule off.
 */
export const tuning = {
  /** After a refusal, a window has this part of the requests that were accepted before. */
  spreadPart: 0.86, // another client takes 30 %, sliding: 1.3 · 2.11 → 6.8 · 1.88 with 1
  /** Over how many windows before the refusal accepted requests are counted. */
  acceptedWindows: 1.2, // another client takes 30 %, weighted: 1.0 · 2.43 → 3.0 · 2.82 with 1
  /** The least part of the limit that a window has, because a refusal can follow few requests. */
  minSpreadPart: 1 / 4, // no row: with 0, one request a window follows a refusal of the first (feedback.test.ts)
  /** For so many windows after the probe was due, requests are spread out; without its answer, the pause ends then. */
  cooldownWindows: 6, // no other client, weighted: 0.0 · 1.54 → 0.0 · 1.93 with 1
  /** Without a reset, the probe comes after this part of a window, or up to twice of it. */
  firstPausePart: 1 / 12, // another client takes 30 %, sliding: 1.3 · 2.11 → 1.3 · 2.22 with 1
  /** How long a lower limit of the service holds: after a burst, a window can have no answers. */
  limitWindows: 2, // half of the assumed limit, fixed: 0.0 · 1.06 → 0.3 · 1.11 with 1
  /** Slots for requests under way come free in turn, this part of `window ÷ limit` apart. */
  uncertainGapPart: 1 / 8, // another client takes 30 %, fixed: 1.5 · 2.28 → 10.0 · 2.23 with 0
  /** Slots that come free within this part of a window wait for the answer to one of them. */
  nearbyPart: 1 / 20, // no other client, weighted: 0.0 · 1.54 → 0.0 · 1.60 with 0
  /** For which part of a window they wait. */
  answerPart: 1 / 40, // no other client, weighted: 0.0 · 1.54 → 1.0 · 1.61 with 0
} as const;
