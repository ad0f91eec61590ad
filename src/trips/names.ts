/** Names of saved trips: each is also the name of a file, on every system. */
import { UsageError } from '../errors.ts';
import { isPlainName, shorten } from '../text.ts';

/** Windows has devices of these names, in every folder and with any ending. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/;

/** The name as it is kept: in lower case, because some systems do not tell the cases apart. Throws UsageError. */
export function tripName(text: string): string {
  const name = text.trim().normalize('NFC').toLowerCase();
  if (isPlainName(name) && !name.endsWith('.') && !devices.test(name)) return name;
  throw new UsageError(`"${shorten(text, 60)}" cannot be the name of a trip`, {
    hint: devices.test(name)
      ? 'Windows uses this name for a device'
      : 'use up to 60 letters, digits, dots, dashes and underscores, and a letter or a digit first',
  });
}

export function isTripName(text: string): boolean {
  try {
    return tripName(text) === text;
  } catch {
    return false;
  }
}
