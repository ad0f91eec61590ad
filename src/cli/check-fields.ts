/** Checks `--fields` before anything is asked. */
import { UsageError } from '../errors.ts';
import { shorten } from '../text.ts';
import type { Command } from './command.ts';
import { nearest } from '../nearest.ts';

/**
 * Throws UsageError for a field that looks like a mistake, and for any unknown field if the service adds none. `--jq` prints a field of
 * the service that is taken for a mistake.
 */
export async function checkFields(
  fields: readonly string[],
  { name, isServed = false, formsFor }: Pick<Command, 'name' | 'isServed' | 'formsFor'>,
  options: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { fieldNames } = await import('../documents/field-names.ts');
  const known = fieldNames(name, await formsFor?.(options));
  for (const field of fields) {
    if (known.includes(field)) continue;
    const near = nearFields(field, known);
    if (near.length === 0 && isServed) continue;
    throw new UsageError(`rental ${name} has no field "${shorten(field, 60)}"`, {
      hint: near.length === 0 ? `the fields are ${known.join(', ')}` : `did you mean ${near.join(' or ')}?`,
    });
  }
}

const mostNear = 3;
/** Shorter words are near too many others. */
const leastLetters = 4;

/** `totl` is near `totalAmount`, and `total` begins it. */
function nearFields(field: string, known: readonly string[]): readonly string[] {
  const whole = nearest(field, known);
  if (whole !== undefined) return [whole];
  const beginnings = known.flatMap((one) => beginningsOf(one).map((beginning) => ({ one, beginning })));
  const all = beginnings.map(({ beginning }) => beginning);
  const near = all.includes(field) ? field : nearBeginning(field, all);
  const fields = beginnings.filter(({ beginning }) => beginning === near).map(({ one }) => one);
  return fields.slice(0, mostNear);
}

function nearBeginning(field: string, beginnings: readonly string[]): string | undefined {
  if (field.length - field.lastIndexOf('.') <= leastLetters) return undefined;
  // A longer one may be a plural, such as `prices`.
  const longer = beginnings.filter(({ length }) => length >= field.length);
  return nearest(field, longer);
}

/** `quote.totalAmount` → `quote.total`. */
function beginningsOf(path: string): string[] {
  const at = path.lastIndexOf('.') + 1;
  const words = path.slice(at).split(/(?=[A-Z_])/);
  return words.slice(1).map((_, index) => path.slice(0, at) + words.slice(0, index + 1).join(''));
}
