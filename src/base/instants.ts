/** Instants as a service writes them. */

/** ISO 8601 in its extended and its basic form, with or without seconds. */
const instantForm =
  /^(\d{4})(-?)(\d{2})\2(\d{2})T(\d{2}):?(\d{2})(?::?(\d{2}(?:[.,]\d+)?))?(?:Z|([+-]\d{2})(?::?(\d{2}))?)$/;

/** Epoch ms, or NaN. `Date.parse` knows fewer forms, and reads 30 February as 2 March. */
export function readInstant(text: string): number {
  const found = instantForm.exec(text);
  if (found === null) return Number.NaN;
  const [, year, , month, day, hour, minute, second = '00', zoneHour = '+00', zoneMinute = '00'] =
    found;
  const date = `${year}-${month}-${day}`;
  const time = Date.parse(
    `${date}T${hour}:${minute}:${second.replace(',', '.')}${zoneHour}:${zoneMinute}`,
  );
  const isDay = !Number.isNaN(time) && new Date(date).toISOString().startsWith(date);
  return isDay ? time : Number.NaN;
}

export function isoInstant(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
