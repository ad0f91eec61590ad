/** Ctrl-Z: while the program is stopped, the shell finds the terminal as it was, and `fg` brings everything back. */

/** Something on the terminal that must not stay there while the program is stopped: a drawing that changes, or a mode. */
export interface Suspendable {
  leave(): void;
  /** Also called without `leave` before it, because a program is not told about SIGSTOP. */
  enter?(): void;
}

export interface Suspension {
  /** Calls `leave` before SIGTSTP stops the program, and `enter` when it goes on, until the returned function is called. */
  onSuspend(one: Suspendable): () => void;
}

type System = Pick<NodeJS.Process, 'on' | 'off' | 'kill'>;

/** Listens to signals only while there is something to leave. Otherwise the program stops as every program does. */
export function createSuspension(system: System): Suspension {
  const all = new Set<Suspendable>();
  const listen = (): void => void system.on('SIGTSTP', onStop).on('SIGCONT', onContinue);
  const unlisten = (): void => void system.off('SIGTSTP', onStop).off('SIGCONT', onContinue);
  const enter = (): void => all.forEach((one) => one.enter?.());

  const onStop = (): void => {
    all.forEach((one) => one.leave());
    // Without a listener the system stops the program, within this call. It does not if no shell could continue the program.
    unlisten();
    // 0 is the process group: npm and a pipe's other programs stop too, as with the terminal's own Ctrl-Z. readline stops this one alone.
    system.kill(0, 'SIGTSTP');
    enter();
    listen();
  };
  const onContinue = (): void => {
    // To change the modes of a terminal stops a program in the background, until a second SIGCONT.
    unlisten();
    enter();
    listen();
  };
  return {
    onSuspend: (one) => {
      if (all.size === 0) listen();
      all.add(one);
      return () => {
        all.delete(one);
        if (all.size === 0) unlisten();
      };
    },
  };
}
