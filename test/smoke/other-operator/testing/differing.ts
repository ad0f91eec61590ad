import { defaults } from '../options.ts';
import { variants, type Variant } from '../variants/index.ts';

/** One variant for each combination of values that these options have. */
export function differing(options: readonly string[]): readonly Variant[] {
  const values = (variant: Variant) => {
    const all: Readonly<Record<string, unknown>> = { ...defaults, ...variant.options };
    return JSON.stringify(options.map((option) => all[option]));
  };
  return variants.filter((variant) => variant === variants.find((other) => values(other) === values(variant)));
}
