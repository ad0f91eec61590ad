/** What was asked of the sandbox, for tests and for people who watch it. */

export interface RequestLogEntry {
  /** Epoch ms at which the request was counted. */
  readonly time: number;
  readonly method: string;
  /** Path and query as sent: hostile. */
  readonly path: string;
  /** 0 until the request is answered. */
  readonly status: number;
  /** The client's address. */
  readonly client: string;
}

export interface RequestLog {
  readonly entries: readonly RequestLogEntry[];
  /** Returns what sets the status. */
  add(entry: Omit<RequestLogEntry, 'status'>): (status: number) => void;
}

/** Keeps the newest `bound` entries, in order of arrival. */
export function createRequestLog(bound: number): RequestLog {
  const entries: { -readonly [Key in keyof RequestLogEntry]: RequestLogEntry[Key] }[] = [];
  return {
    entries,
    add(entry) {
      const kept = { ...entry, status: 0 };
      if (entries.push(kept) > bound) entries.shift();
      return (status) => {
        kept.status = status;
      };
    },
  };
}
