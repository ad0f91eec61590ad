const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** `500ms`, `90s`, `1.5m`, `1h`, a bare `90` (seconds) → ms; undefined where the text is no duration of at most a day. */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h)?$/.exec(text.trim()) ?? [];
  if (amount === undefined) return undefined;
  const ms = Math.round(Number(amount) * (units[unit ?? 's'] ?? 0));
  return ms <= 86_400_000 ? ms : undefined;
}
