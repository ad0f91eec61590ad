/** How amounts and instants are shown, in English whatever language the machine is set to. */

/** `1234.5` → `1,234.50`. Keeps more than two decimals. Returns text that is not a plain decimal unchanged. */
export function showMoney(amount: string): string {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  if (sign === undefined || whole === undefined) return amount;
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction.padEnd(2, '0')}`;
}

/**
 * An ISO 8601 instant in a time zone: `Fri 20 Nov 2026, 15:04 NZDT`. Returns the text unchanged, unescaped, if it is not an
 * instant or if this machine does not know the time zone.
 */
export function formatInstant(iso: string, timeZone: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  try {
    const parts = new Intl.DateTimeFormat('en-NZ', {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'short',
      timeZone,
    }).formatToParts(at);
    const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((one) => one.type === type)?.value ?? '';
    const time = `${part('hour')}:${part('minute')} ${part('timeZoneName')}`;
    return `${part('weekday')} ${part('day')} ${part('month')} ${part('year')}, ${time}`;
  } catch {
    return iso;
  }
}
