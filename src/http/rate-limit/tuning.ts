/** The numbers of the rules in `after-answer.ts`. */
export const tuning = {
  /** After a refusal, a window holds this part of the requests that were accepted before it. */
  spreadPart: 0.86,
  /** The requests of so many windows before the refusal count as accepted. */
  acceptedWindows: 1.2,
  /** But at least this part of the limit: a refusal after few requests says little about how many would be accepted. */
  minSpreadPart: 1 / 4,
  /** For so many windows after a refusal, requests are spread out. */
  spreadWindows: 6,
  /** Without a reset, the probe comes after this part of a window, or up to twice of it. */
  firstPausePart: 1 / 12,
  /** A lower limit of the service is kept to for so many windows, because a burst can be followed by a window without answers. */
  limitWindows: 2,
  /** What our own requests may have used comes free one after the other, this part of `window ÷ limit` apart. */
  uncertainGapPart: 1 / 8,
  /** Slots that come free within this part of a window wait for one of them, whose answer is about all. */
  nearbyPart: 1 / 20,
  /** So long, as a part of a window, the others then wait for that answer. */
  answerPart: 1 / 40,
} as const;
