/**
 * The process as the program sees it, injected from `bin`: no other module reads `process`.
 */

export interface Io {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean | undefined };
  readonly stdout: NodeJS.WritableStream & {
    readonly isTTY?: boolean | undefined;
    readonly columns?: number | undefined;
  };
  readonly stderr: NodeJS.WritableStream & {
    readonly isTTY?: boolean | undefined;
    readonly columns?: number | undefined;
    readonly rows?: number | undefined;
  };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since the epoch, as the machine's clock has it; it may step. */
  now(): number;
  /** Milliseconds of a clock that never steps. */
  monotonic(): number;
  /** Resolves after `ms`; rejects with the signal's reason at once when it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** In [0, 1). */
  random(): number;
  /** Calls back on SIGINT and SIGTERM until the returned function is called. */
  onInterrupt(listener: (signal: 'SIGINT' | 'SIGTERM') => void): () => void;
}
