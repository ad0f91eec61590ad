/** What people type for a date, read as a day of the operator's calendar. */
import { UsageError } from '../errors.ts';
import { shorten } from '../text.ts';
import type { CalendarDate } from '../api/types.ts';
import { writtenForms } from './date-forms.ts';

export interface DateContext {
  /** The operator's day (`todayIn`). */
  readonly today: CalendarDate;
  /** What `+7d`, `fri` and `3 jan` count from: the pick-up date for a drop-off. Default: today. */
  readonly base?: CalendarDate | undefined;
  /** The flag, for messages: `--from`. */
  readonly label?: string | undefined;
}

const forms = 'write YYYY-MM-DD, tomorrow, fri, 20 dec or +30d';
/**
 * `2026-12-20`, `today`, `tomorrow`, `fri` (the next one after the base, never the base itself), `20 dec` (the next one, the
 * base included), `20 dec 2027`, `+30d`, `+2w`, `+1m`, `+1y`; any other words go to a date library, loaded then. Throws
 * UsageError with a hint for what is no date, no single date, or could be two (`03/04/2027`).
 */
export async function parseDate(text: string, context: DateContext): Promise<CalendarDate> {
  const { today, base = today } = context;
  const words = text.normalize('NFKC').trim().replace(/\s+/gu, ' ').toLowerCase();
  const subject = `${context.label === undefined ? '' : `${context.label}: `}"${shorten(text, 40)}"`;
  if (words === '') throw new UsageError(`${subject} is empty`, { hint: forms });
  if (words.length > 60) throw new UsageError(`${subject} is not a date`, { hint: forms });
  for (const read of writtenForms) {
    const found = read(words, { today, base });
    if (typeof found === 'string') return found;
    if (found !== undefined) throw new UsageError(`${subject} ${found.problem}`, { hint: found.hint ?? forms });
  }
  const { readWords } = await import('./date-words.ts');
  const found = readWords(words, { today, base });
  if (typeof found === 'string') return found;
  throw new UsageError(`${subject} ${found?.problem ?? 'is not a date'}`, { hint: found?.hint ?? forms });
}
