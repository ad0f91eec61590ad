/** The first that has a value decides. */
export type Source = 'flag' | 'variable' | 'file' | 'default';

/**
 * A value and where it is from. An interface could not be a row of a table, which has an index
 * signature.
 */
export type Setting<Value> = {
  readonly value: Value;
  readonly source: Source;
  /** `--timeout`, `RENTAL_TIMEOUT`, `defaults.timeout`; empty for a default. */
  readonly place: string;
};

export function byDefault<Value>(value: Value): Setting<Value> {
  return { value, source: 'default', place: '' };
}
