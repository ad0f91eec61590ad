/** How many requests a comparison is going to send, in words. */
import { formatDuration } from '../base/durations.ts';
import { countInWords, plural } from '../base/words.ts';
import type { ComparePlan } from '../documents/compare-plan.ts';

/**
 * `to` is where the requests go: `Lucky Rentals`. A vehicle can be sold out, so their number is an
 * estimate even for vehicles that the user names.
 */
export function requestsInWords(plan: ComparePlan, to?: string): string {
  const { requests, mostRequests, seconds, mostSeconds = null, quote } = plan;
  const about = quote === 'none' ? '' : 'about ';
  // The quotes of vehicles that are not known yet come on top.
  const isMinimum = mostRequests === null && quote === 'all';
  const usual = `${isMinimum ? 'at least ' : about}${plural(requests, 'request')}${to === undefined ? '' : ` to ${to}`}, ${timeInWords(seconds)}`;
  if (mostRequests === null || mostRequests <= requests) return usual;
  const time =
    mostSeconds === null || mostSeconds === seconds ? '' : `, ${timeInWords(mostSeconds)}`;
  return `${usual}; at most ${countInWords(mostRequests)}${time}`;
}

export function timeInWords(seconds: number): string {
  return seconds === 0 ? 'no wait' : `about ${formatDuration(seconds * 1000)}`;
}
