/**
 * What questions run on: streams that Inquirer accepts as a terminal. The tests in test/pty use a
 * real one.
 */
import { PassThrough } from 'node:stream';

export function promptTerminal(columns = 80) {
  const stdin = Object.assign(new PassThrough(), {
    isRaw: false,
    setRawMode: (mode: boolean) => void (stdin.isRaw = mode),
  });
  let printed = '';
  let held = 0;
  const stderr = Object.assign(new PassThrough(), {
    columns,
    rows: 24,
    isTTY: true,
    _isStdio: true,
  });
  stderr.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk));
  const abort = new AbortController();
  const hold = () => {
    held += 1;
    return () => void (held -= 1);
  };
  const io = { stdin, stderr, onContinue: () => () => {} };
  return {
    /** What `createPrompts` and `createPlainPrompts` take. */
    parts: { io, signal: abort.signal, hold },
    stdin,
    stderr,
    abort,
    printed: () => printed,
    /** Whether the status line is kept back now. */
    isHeld: () => held > 0,
  };
}
