/** Instants in words, in English whatever language the machine is set to. */

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
