/** Where a value is from, the strongest first. */
export type Source = 'flag' | 'variable' | 'file' | 'default';

/**
 * A value and where it is from. A type, because a row of a table needs an index signature, which an
 * interface does not get.
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
