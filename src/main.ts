/** The only top-level catch, the only call of render, the only place that decides an exit code. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { flagOf } from './cli/flags.ts';
import type { CommandResult } from './cli/command.ts';
import type { Context } from './cli/context.ts';
import type { Invocation } from './cli/program.ts';
import { outputHints, type Settings } from './cli/settings.ts';
import { commands } from './commands/index.ts';
import {
  exitCodes,
  InterruptedError,
  OutputError,
  RentalError,
  type ExitCode,
} from './base/errors.ts';
import type { RenderOptions } from './render/index.ts';
import type { Block, Result, ResultFile } from './result.ts';
import type { Io } from './terminal/io.ts';
import { ClosedPipe, screenColumns, lineWidth, printToStderr, write } from './terminal/output.ts';
import { fitsScreen, page, pagerFor } from './terminal/pager.ts';

export { systemIo } from './terminal/io.ts';

interface Run {
  readonly argv: readonly string[];
  readonly io: Io;
  readonly signal: AbortSignal;
  /** From then on a signal ends the process at once. */
  readonly release: () => void;
  /** The name of the command, once the command line was read. */
  command?: string;
  /** Known once the environment and the configuration were read, too. */
  settings?: Settings;
  /** Ctrl-C reaches every program, and the pager has the terminal. */
  isPaging?: boolean;
  /** SIGHUP is ignored. */
  outlivesHangUp?: boolean;
}

/** Runs one command line and resolves with its exit code; never rejects, never exits. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  const controller = new AbortController();
  const { signal } = controller;
  const release = io.onInterrupt((by) => {
    if (run.isPaging === true && by === 'SIGINT') return;
    if (run.outlivesHangUp === true && by === 'SIGHUP') return;
    controller.abort(new InterruptedError(by));
    // A second Ctrl-C ends a program that hangs. Later, because the exit hook of a prompt kills the
    // process if it is the only listener.
    setImmediate(release);
  });
  const run: Run = { argv, io, signal, release };
  try {
    if (argv[0] === 'complete') return await complete(run);
    const { readCommandLine } = await import('./cli/program.ts');
    const invocation = await readCommandLine(argv, commands);
    if (invocation.kind === 'run') return await runCommand(run, invocation);
    const text = invocation.kind === 'help' ? await help(run, invocation) : invocation.text;
    await show(run, text, !outputHints(argv, io.env).noPager);
    return exitCodes.ok;
  } catch (error) {
    // An error that follows the interruption is not the reason for the end.
    return await report(run, signal.aborted ? signal.reason : error);
  } finally {
    release();
  }
}

/**
 * A shell asks for suggestions while the user types, so any problem means: no suggestions,
 * silently.
 */
async function complete({ argv, io }: Run): Promise<number> {
  const { suggestionsFor } = await import('./cli/completion/index.ts');
  const suggestions = suggestionsFor(argv.slice(1), commands, io);
  await write(io, await suggestions.catch(() => '')).catch(() => {});
  return exitCodes.ok;
}

/** Help works also if the environment or the configuration has a mistake. */
async function help(
  { argv, io }: Run,
  { subject }: Invocation & { kind: 'help' },
): Promise<string> {
  const { helpText } = await import('./cli/help/index.ts');
  const { createPalette } = await import('./terminal/colour.ts');
  const palette = createPalette(io.stdout, io.env, outputHints(argv, io.env).color);
  return helpText(subject, commands, { width: screenColumns(io.stdout), palette });
}

async function runCommand(run: Run, invocation: Invocation & { kind: 'run' }): Promise<number> {
  const { io, signal } = run;
  run.command = invocation.command.name;
  // Found out now, because a terminal that has hung up is none any more.
  run.outlivesHangUp = invocation.command.outlivesHangUp === true && !hasTerminal(io);
  const { prepare } = await import('./cli/prepare.ts');
  const prepared = await prepare(invocation, io, signal, (view, settings) =>
    printView(view, settings, io),
  );
  const { context, options, close } = prepared;
  const { settings, progress } = context;
  run.settings = settings;
  let result: CommandResult | undefined;
  try {
    // Before the command sends anything: the expression can be wrong.
    const jq =
      settings.jq === undefined
        ? undefined
        : await (await import('./render/jq.ts')).createJqFilter(settings.jq);
    result = await invocation.command.run(options, context);
    // It has used stdout itself, for a protocol.
    if (result === undefined) return exitCodes.ok;
    const written = await writeFiles(result.files ?? [], context);
    progress.hold();
    // First, because the reader of stdout may go before the end.
    await printToStderr(io, result.stderr?.before ?? '');
    let saved: Promise<void> | undefined;
    const save = () => (saved ??= saveResult(result!, invocation.saveAs, context));
    await print(run, result, { settings, jq, save }).catch(async (error: unknown) => {
      if (error instanceof ClosedPipe) await saveAnswers(result!, context).then(save);
      throw error;
    });
    context.note(...(result.notes ?? []));
    await printToStderr(io, result.stderr?.after ?? '');
    await result.server?.ended();
    await saveAnswers(result, context);
    await save();
    // A shell must not go on with the next command, also if the answer was complete by then.
    const isStopped = signal.aborted && result.server === undefined;
    return isStopped ? stopCode(signal) : result.exitCode || written;
  } finally {
    await result?.server?.close();
    await close().finally(() => progress.hold());
  }
}

function stopCode({ reason }: AbortSignal): ExitCode {
  return reason instanceof InterruptedError ? reason.exitCode : exitCodes.interrupted;
}

interface Printing extends Pick<RenderOptions, 'jq'> {
  readonly settings: Settings;
  /** Saves once, however often it is called. */
  readonly save: () => Promise<void>;
}

async function print(run: Run, result: Result, { settings, jq, save }: Printing) {
  const { io } = run;
  const { renderResult } = await import('./render/index.ts');
  const { createPalette } = await import('./terminal/colour.ts');
  const palette = createPalette(io.stdout, io.env, settings.color);
  const isPaged = mayPage(settings, result);
  if (!isPaged && result.server === undefined) await giveUpSignals(run);
  const text = await renderResult(result, {
    settings,
    stream: io.stdout,
    env: io.env,
    palette,
    jq,
  });
  await show(run, text, isPaged, save);
}

/** On stderr, because stdout gets the result. */
async function printView(view: readonly Block[], settings: Settings, io: Io): Promise<void> {
  const { renderBlocks } = await import('./render/index.ts');
  const { createPalette } = await import('./terminal/colour.ts');
  const palette = createPalette(io.stderr, io.env, settings.color);
  await printToStderr(
    io,
    await renderBlocks(view, { settings, stream: io.stderr, env: io.env, palette }),
  );
}

/**
 * A result is worth printing also if a file beside it cannot be written: resolves with the exit
 * code of that.
 */
async function writeFiles(
  files: readonly ResultFile[],
  { note, warn }: Context,
): Promise<ExitCode> {
  let code: ExitCode = exitCodes.ok;
  for (const { what, path, text, write } of files) {
    try {
      await write(await text());
      note(`the ${what} is in ${path}`);
    } catch (error) {
      if (!(error instanceof OutputError)) throw error;
      warn(error.message);
      code = error.exitCode;
    }
  }
  return code;
}

/**
 * To be called when the result was printed, or the reader of stdout has gone. Throws OutputError.
 */
async function saveAnswers({ newAnswers }: CommandResult, context: Context): Promise<void> {
  if (newAnswers === undefined) return;
  const { addAnswer } = await import('./trips/store.ts');
  for (const [name, answer] of newAnswers) await addAnswer(context.io.env, name, answer, context);
}

/**
 * What `--save` names; before a pager, else when the result was printed or the reader of stdout has
 * gone. Throws OutputError.
 */
async function saveResult(
  { toSave }: CommandResult,
  saveAs: string | undefined,
  context: Context,
): Promise<void> {
  if (saveAs === undefined || toSave === undefined) return;
  const { saveTrip } = await import('./trips/save.ts');
  await saveTrip(saveAs, toSave, context);
}

function hasTerminal({ stdin, stdout, stderr }: Io): boolean {
  return [stdin, stdout, stderr].some(({ isTTY }) => isTTY === true);
}

/**
 * From here on a signal ends the process itself, also while nothing reads its output, or an
 * expression of --jq has no end. One that has come is heard in the next turn.
 */
async function giveUpSignals({ signal, release }: Run): Promise<void> {
  // What was found before an interruption is still printed.
  const isStopped = signal.aborted;
  await nextTurn();
  release();
  if (!isStopped) signal.throwIfAborted();
}

/** What a server prints must not wait for the end of a pager. */
function mayPage(settings: Settings, { server, isPaged = true }: Result): boolean {
  const { noPager, noInput, accessible, format = 'table' } = settings;
  const isWanted = !noPager && !noInput && !accessible && format === 'table';
  return isWanted && server === undefined && isPaged;
}

/**
 * Writes a result: through the pager if it may be used and the text has more lines than the
 * terminal, else directly.
 */
async function show(
  run: Run,
  text: string,
  mayPage: boolean,
  beforePager?: () => Promise<void>,
): Promise<void> {
  const { io, signal } = run;
  const words = mayPage && !signal.aborted ? pagerFor(io) : undefined;
  if (words === undefined || fitsScreen(text, io.stdout)) return write(io, text);
  // A pager can stay open for hours, or until its terminal is closed. What fails here is reported
  // when it has ended.
  await beforePager?.().catch(() => {});
  run.isPaging = true;
  // Many machines do not have the program less.
  await page(text, words, io, signal).catch(() => write(io, text));
  // A signal that came before the end of the pager can be reported after it, but in the same turn.
  await nextTurn();
  run.isPaging = false;
  signal.throwIfAborted();
}

async function report({ argv, io, command, settings }: Run, error: unknown): Promise<number> {
  if (error instanceof ClosedPipe) return exitCodes.ok;
  const hints = outputHints(argv, io.env);
  const json = settings === undefined ? hints.json : settings.format === 'json';
  // After Ctrl-C a message would tell the user nothing new.
  if (error instanceof InterruptedError && !json) return error.exitCode;
  const { createPalette } = await import('./terminal/colour.ts');
  const { renderError } = await import('./render/error.ts');
  const palette = createPalette(io.stderr, io.env, settings?.color ?? hints.color);
  const display = {
    json,
    verbose: settings?.verbose ?? false,
    palette,
    columns: lineWidth(io.stderr),
  };
  await printToStderr(io, renderError(error, { ...display, command, nameField: flagOf }));
  return error instanceof RentalError ? error.exitCode : exitCodes.internal;
}
