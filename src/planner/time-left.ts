/** Milliseconds from `nowMs` (epoch ms) until a quote's `expiresAt` (ISO 8601); negative once it is over. */
export function timeLeft(expiresAt: string, nowMs: number): number {
  return Date.parse(expiresAt) - nowMs;
}
