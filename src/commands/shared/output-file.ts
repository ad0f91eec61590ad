/** A file that a flag names: it is replaced as a whole; a pipe or a device is written in place. */
import { accessSync, constants, statSync, writeFile } from 'node:fs';
import { basename, dirname, extname } from 'node:path';
import { promisify } from 'node:util';
import type { Context } from '../../cli/context.ts';
import { InterruptedError, OutputError, UsageError } from '../../base/errors.ts';
import { followLinks, replaceFile } from '../../base/files.ts';
import { unlessAborted } from '../../base/memoize.ts';
import { shortName } from '../../base/words.ts';
import type { ResultFile } from '../../result.ts';

type Write = (text: string) => Promise<void>;
type FileContext = Pick<Context, 'io' | 'signal'>;

/**
 * Checks the path, so that a wrong one costs no request, and resolves with the function that writes
 * the file. `what` names it in errors. Both throw OutputError.
 */
export async function prepareOutputFile(
  what: string,
  path: string,
  context: FileContext,
): Promise<Write> {
  const named = `the ${what} ${path}`;
  const write = await orOutputError(named, openFile(path, context));
  return (text) => orOutputError(named, write(text));
}

/**
 * The same for a file beside a result: resolves with a function from its text to the files of the
 * result. `endings`: those that its name can have, the default first. Throws UsageError for others.
 */
export async function prepareResultFile(
  what: string,
  path: string | undefined,
  context: FileContext,
  endings: readonly [string, ...string[]],
): Promise<(text: ResultFile['text']) => readonly ResultFile[]> {
  if (path === undefined) return () => [];
  refuseEnding(what, path, endings);
  const write = await prepareOutputFile(what, path, context);
  return (text) => [{ what, path, text, write }];
}

/** A page in `trip.pdf` could not be opened. Throws UsageError. */
function refuseEnding(what: string, path: string, endings: readonly [string, ...string[]]): void {
  const ending = extname(path);
  if (ending === '' || endings.includes(ending.toLowerCase())) return;
  const [defaultEnding] = endings;
  const printed =
    defaultEnding === '.html' && ending.toLowerCase() === '.pdf'
      ? '; a browser prints it as a PDF'
      : '';
  throw new UsageError(`the ${what} ends with ${defaultEnding}, not ${shortName(ending)}`, {
    hint: `name it ${basename(path, ending)}${defaultEnding}${printed}`,
  });
}

class UnusablePath extends Error {
  readonly hint: string;
  constructor(reason: string, hint: string) {
    super(reason);
    this.hint = hint;
  }
}

export async function orOutputError<T>(named: string, work: Promise<T>): Promise<T> {
  return work.catch((cause: unknown) => {
    if (cause instanceof InterruptedError) throw cause;
    // `ENOENT: no such file or directory, open '/no/such/file'` says the path again.
    const reason = (cause as Error).message.replace(/^[A-Z]+: (.*), \w+ '.*'$/s, '$1');
    throw new OutputError(`${named} could not be written: ${reason}`, {
      hint:
        cause instanceof UnusablePath
          ? cause.hint
          : 'check that its folder exists and can be written to',
      cause,
    });
  });
}

/** Throws an Error that says what is wrong with the path. */
async function openFile(path: string, { io, signal }: FileContext): Promise<Write> {
  if (path === '-') throw new UnusablePath('a file needs a name', 'standard output is /dev/stdout');
  // Opening them again would begin at the start of a file that they are redirected to.
  if (path === '/dev/stdout' || path === '/dev/stderr')
    return writerTo(path === '/dev/stdout' ? io.stdout : io.stderr);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isDirectory() === true || path.endsWith('/'))
    throw new UnusablePath('it is a folder', 'name a file in it');
  if (stat !== undefined) accessSync(path, constants.W_OK);
  // Writing to a pipe waits for its reader, who may never come.
  if (stat?.isFile() === false)
    return (text) => unlessAborted(promisify(writeFile)(path, text), signal);
  const target = await followLinks(path);
  // The text is first written beside the file.
  accessSync(dirname(target), constants.W_OK);
  return async (text) => replaceFile(target, text);
}

function writerTo(stream: NodeJS.WritableStream): Write {
  return (text) => {
    return new Promise(
      (written, failed) => void stream.write(text, (error) => (error ? failed(error) : written())),
    );
  };
}
