/** Time in words, in English whatever the machine speaks. */

/**
 * `23 s`, `29 min`, `1 h 5 min`, `3 days 2 h`, from ms. Seconds are rounded up, so that no wait is over early; longer times
 * down, so that no quote seems to hold longer than it does.
 */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (!Number.isFinite(seconds)) return 'an unknown time';
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return joined([hours, 'h'], [minutes % 60, 'min']);
  return joined([Math.floor(hours / 24), 'days'], [hours % 24, 'h']);
}

function joined(large: readonly [number, string], small: readonly [number, string]): string {
  return [large, small].flatMap(([amount, unit]) => (amount === 0 ? [] : [`${amount} ${unit}`])).join(' ');
}

/**
 * An ISO 8601 instant on the clocks of a time zone: `Fri 20 Nov 2026, 15:04 NZDT`. Text that is no instant, and a time zone that
 * this machine does not know, come back as the text itself: the caller escapes it.
 */
export function formatInstant(iso: string, timeZone: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  try {
    const parts = new Intl.DateTimeFormat('en-NZ', {
      ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
      ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short', timeZone },
    }).formatToParts(at);
    const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((one) => one.type === type)?.value ?? '';
    const time = `${part('hour')}:${part('minute')} ${part('timeZoneName')}`;
    return `${part('weekday')} ${part('day')} ${part('month')} ${part('year')}, ${time}`;
  } catch {
    return iso;
  }
}
