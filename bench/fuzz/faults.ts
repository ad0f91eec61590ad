/** Catches what would end the real program with a stack trace, and the warnings that Node would print. */

export type FaultWatch = ReturnType<typeof watchFaults>;

export function watchFaults() {
  const faults: string[] = [];
  const noteAs = (kind: string) => (reason: unknown) => {
    faults.push(`${kind}: ${reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)}`);
  };
  const rejected = noteAs('unhandled rejection');
  const thrown = noteAs('uncaught exception');
  const warned = noteAs('warning of Node');
  // The features that the fuzzer's own tools use can be experimental or deprecated.
  const warning = (reason: Error): void =>
    /^(ExperimentalWarning|DeprecationWarning)$/.test(reason.name) ? undefined : warned(reason);
  process.on('unhandledRejection', rejected).on('uncaughtException', thrown).on('warning', warning);
  return {
    /** The first fault since the last call; undefined if there was none. */
    take: async (): Promise<string | undefined> => {
      // Unhandled rejections are reported after the microtasks.
      await new Promise(setImmediate);
      return faults.splice(0)[0];
    },
    end: (): void => {
      process.off('unhandledRejection', rejected).off('uncaughtException', thrown).off('warning', warning);
    },
  };
}
