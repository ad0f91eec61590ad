/** A file that a flag names: it is replaced as a whole; a pipe, a device or an open descriptor is written in place. */
import { accessSync, closeSync, constants, fstatSync, openSync, statSync, unlinkSync, writeFile } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Context } from '../../cli/context.ts';
import { exitCodes, InterruptedError, OutputError, type ExitCode } from '../../errors.ts';
import { followLinks, replaceFile } from '../../operators/files.ts';
import { unlessAborted } from '../../operators/once.ts';

type Write = (text: string) => Promise<void>;

/**
 * Resolves with the function that writes the file, and leaves it as it is until then: so a wrong path costs no request. `what` is its
 * name in errors. Both throw OutputError.
 */
export async function openOutputFile(
  what: string,
  path: string,
  context: Pick<Context, 'io' | 'signal'>,
): Promise<Write> {
  const named = `the ${what} ${path}`;
  const write = await orOutputError(named, openFile(path, context));
  return (text) => orOutputError(named, write(text));
}

/**
 * The same for a file beside a result, which is worth showing even if the file could not be written: resolves with a function that
 * resolves with the exit code of the command. Without a path it writes nothing.
 */
export async function openExtraFile(
  what: string,
  path: string | undefined,
  context: Pick<Context, 'io' | 'signal' | 'note' | 'warn'>,
): Promise<(make: () => Promise<string>) => Promise<ExitCode>> {
  if (path === undefined) return async () => exitCodes.ok;
  const write = await openOutputFile(what, path, context);
  return async (make) => {
    try {
      await write(await make());
      context.note(`the ${what} is in ${path}`);
      return exitCodes.ok;
    } catch (error) {
      if (!(error instanceof OutputError)) throw error;
      context.warn(error.message);
      return error.exitCode;
    }
  };
}

export async function orOutputError<T>(named: string, work: Promise<T>): Promise<T> {
  return work.catch((cause: unknown) => {
    if (cause instanceof InterruptedError) throw cause;
    // `ENOENT: no such file or directory, open '/no/such/file'` says the path again.
    const reason = (cause as Error).message.replace(/^[A-Z]+: (.*), \w+ '.*'$/s, '$1');
    throw new OutputError(`${named} could not be written: ${reason}`, {
      hint: 'does its folder exist, and may this user write there?',
      cause,
    });
  });
}

/** Throws an Error that says what is wrong with the path. */
async function openFile(path: string, { io, signal }: Pick<Context, 'io' | 'signal'>): Promise<Write> {
  if (path === '-') throw new Error('a file needs a name; standard output is /dev/stdout');
  const stat = statSync(path, { throwIfNoEntry: false });
  const descriptor = descriptorOf(path);
  if (descriptor !== undefined) return descriptorWriter(descriptor, io);
  if (stat === undefined || stat.isFile()) {
    const target = await followLinks(path);
    if (stat !== undefined) closeSync(openSync(target, 'r+'));
    // The text is first written beside the file, so this must be allowed.
    const trial = `${target}.${io.random().toString(36).slice(2)}`;
    try {
      closeSync(openSync(trial, 'wx'));
    } catch (error) {
      throw new Error((error as Error).message.replaceAll(trial, path), { cause: error });
    }
    unlinkSync(trial);
    return (text) => replaceFile(target, text);
  }
  if (stat.isDirectory()) throw new Error('it is a folder');
  if (!stat.isFIFO() && !stat.isCharacterDevice()) throw new Error('it is not a file');
  accessSync(path, constants.W_OK);
  // Writing to a pipe waits for its reader, who may never come.
  return (text) => unlessAborted(promisify(writeFile)(path, text), signal);
}

/** The number of an open descriptor: by its path, or because stdout or stderr was redirected to this file. */
function descriptorOf(path: string): number | undefined {
  const named = /^\/(?:dev|proc\/self)\/(?:fd\/(\d+)|std(out|err))$/.exec(resolve(path));
  if (named?.[1] !== undefined) return Number(named[1]);
  if (named?.[2] !== undefined) return named[2] === 'out' ? 1 : 2;
  const file = statSync(path, { throwIfNoEntry: false });
  return [1, 2].find((descriptor) => {
    const open = statOf(descriptor);
    return open?.isFile() === true && file !== undefined && open.ino === file.ino && open.dev === file.dev;
  });
}

function statOf(descriptor: number) {
  try {
    return fstatSync(descriptor);
  } catch {
    return undefined;
  }
}

/** Opening `/dev/stdout` again would begin at the start of a file that stdout is redirected to. */
function descriptorWriter(descriptor: number, io: Context['io']): Write {
  fstatSync(descriptor);
  const stream = descriptor === 1 ? io.stdout : descriptor === 2 ? io.stderr : undefined;
  if (stream === undefined) return (text) => promisify(writeFile)(descriptor, text);
  return (text) => {
    return new Promise((written, failed) => void stream.write(text, (error) => (error ? failed(error) : written())));
  };
}
