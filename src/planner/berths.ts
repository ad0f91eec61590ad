/** How many people a vehicle sleeps, as far as its name says it: the interface has no field for it. */

const count = String.raw`(?<![\d.,+/\p{Pd}]\s?)(\d{1,2})(?:\s?\+\s?(\d{1,2}))?`;
const berth = new RegExp(String.raw`${count}[\s\p{Pd}]?(?:berth|sleeper|sleeps)(?![a-z]{2})`, 'u');
const sleeps = new RegExp(String.raw`\bsleeps (?:up to )?${count}(?!\s?[\d.,/\p{Pd}])`, 'u');

/** `4 Berth` → 4, `2+1-berth` → 3, `Sleeps 5` → 5. Undefined for a name that says nothing, or not one number: `2-4 berth`. */
export function berthsOf(name: string): number | undefined {
  const text = name.normalize('NFKC').toLowerCase();
  const [, first, more = '0'] = berth.exec(text) ?? sleeps.exec(text) ?? [];
  const berths = Number(first) + Number(more);
  return berths > 0 ? berths : undefined;
}
