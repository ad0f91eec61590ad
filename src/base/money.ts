/** Amounts of money, in dollars, not cents. A result that is not finite is undefined. */

export function addMoney(amounts: readonly number[]): number | undefined {
  return withoutFloatError(amounts.reduce((sum, amount) => sum + amount, 0));
}

export function subtractMoney(a: number, b: number): number | undefined {
  return withoutFloatError(a - b);
}

export function multiplyMoney(amount: number, count: number): number | undefined {
  return withoutFloatError(amount * count);
}

/** To the cent. `count` is a whole number above 0. */
export function divideMoney(amount: number, count: number): number | undefined {
  return roundMoney(amount / count);
}

/** To the cent. */
export function roundMoney(amount: number): number | undefined {
  const cents = withoutFloatError(amount * 100);
  // An amount that large has no cents.
  return cents === undefined ? withoutFloatError(amount) : Math.round(cents) / 100;
}

/** Rounds to six decimals, so that 0.1 + 0.2 is 0.3. */
function withoutFloatError(amount: number): number | undefined {
  return Number.isFinite(amount) ? Number(amount.toFixed(6)) : undefined;
}

/** `1234.5` → `1234.50`; decimals of the amount that are more than two stay. */
export function formatMoney(amount: number): string {
  const text = amount.toFixed(2);
  return Number(text) === amount ? text : String(amount);
}

/** `1234.5` → `1,234.50`. */
export function moneyInWords(amount: number): string {
  return groupDigits(formatMoney(amount));
}

/** `50` → `+50.00`, `-7` → `-7.00`. */
export function moneyChangeInWords(amount: number): string {
  return `${amount < 0 ? '' : '+'}${moneyInWords(amount)}`;
}

/** `1234.5` → `1,234.50`. Other texts stay unchanged. */
export function groupDigits(amount: string): string {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  if (sign === undefined || whole === undefined) return amount;
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction.padEnd(2, '0')}`;
}
