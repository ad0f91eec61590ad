/** Runs one command line: the only top-level catch, and the only place that renders a result. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { flagOf } from './cli/flags.ts';
import type { CommandResult } from './cli/command.ts';
import type { Context } from './cli/context.ts';
import type { Invocation } from './cli/program.ts';
import { createSaving, type Saving } from './cli/saving.ts';
import { guessOutput, type Settings } from './cli/settings.ts';
import { commands } from './commands/index.ts';
import {
  exitCodes,
  InterruptedError,
  OutputError,
  RentalError,
  type ExitCode,
} from './base/errors.ts';
import type { RenderOptions } from './render/index.ts';
import type { Block, Result, ResultFile, StderrText } from './result.ts';
import type { Io } from './terminal/io.ts';
import { ClosedPipe, screenColumns, lineWidth, printToStderr, write } from './terminal/output.ts';
import { fitsScreen, page, pagerFor } from './terminal/pager.ts';

export { systemIo } from './terminal/io.ts';

interface Run {
  readonly argv: readonly string[];
  readonly io: Io;
  readonly signal: AbortSignal;
  /** Removes our handlers: the next signal ends the process at once. */
  readonly release: () => void;
  /** The name of the command, once the command line was read. */
  command?: string;
  settings?: Settings;
  /** Ctrl-C also reaches us while a pager has the terminal, and is ignored then. */
  isPaging?: boolean;
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
    // Our handlers are removed, so that a second Ctrl-C ends a program that hangs; but not in this
    // turn, in which the exit hook of a prompt kills the process if no other listener is left.
    setImmediate(release);
  });
  const run: Run = { argv, io, signal, release };
  try {
    if (argv[0] === 'complete') return await complete(run);
    const { readCommandLine } = await import('./cli/program.ts');
    const invocation = await readCommandLine(argv, commands);
    if (invocation.kind === 'run') return await runCommand(run, invocation);
    const text = invocation.kind === 'help' ? await help(run, invocation) : invocation.text;
    await show(run, text, { allowsPager: !guessOutput(argv, io.env).noPager });
    return exitCodes.ok;
  } catch (error) {
    // An error that follows the interruption is not the reason for the end.
    return await printError(run, signal.aborted ? signal.reason : error);
  } finally {
    release();
  }
}

/** The user is typing, so a problem gives no suggestions and no message. */
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
  const palette = createPalette(io.stdout, io.env, guessOutput(argv, io.env).color);
  return helpText(subject, commands, { width: screenColumns(io.stdout), palette });
}

async function runCommand(run: Run, invocation: Invocation & { kind: 'run' }): Promise<number> {
  const { io, signal } = run;
  run.command = invocation.command.name;
  // Checked at the start: after a hang-up, a stream of the terminal has no `isTTY`.
  run.outlivesHangUp = invocation.command.outlivesHangUp === true && !hasTerminal(io);
  const { prepare } = await import('./cli/prepare.ts');
  const prepared = await prepare(invocation, io, signal, (view, settings) =>
    printView(view, settings, io),
  );
  const { context, options, close } = prepared;
  run.settings = context.settings;
  let result: CommandResult | undefined;
  try {
    // A wrong expression costs no request.
    const jq = await jqFilter(context.settings);
    result = await invocation.command.run(options, context);
    if (result === undefined) return exitCodes.ok;
    const saving = createSaving(result, invocation.saveAs, context);
    return await deliver(run, result, { context, jq, saving });
  } finally {
    await result?.server?.close();
    await close().finally(() => context.progress.hold());
  }
}

async function jqFilter({ jq }: Settings): Promise<RenderOptions['jq']> {
  return jq === undefined ? undefined : (await import('./render/jq.ts')).createJqFilter(jq);
}

interface DeliveryOptions extends Pick<RenderOptions, 'jq'> {
  readonly context: Context;
  readonly saving: Saving;
}

/** Writes the files of a result, prints it, waits for its server, and saves it. */
async function deliver(
  run: Run,
  result: CommandResult,
  { context, jq, saving }: DeliveryOptions,
): Promise<ExitCode> {
  const { io, signal } = run;
  const { settings } = context;
  const filesCode = await writeFiles(result.files ?? [], context);
  // Never released: the line of progress is gone for the rest of the run.
  context.progress.hold();
  // Before the result, whose reader may close the pipe: then nothing more is printed.
  await printToStderr(io, await stderrText(result.stderr?.before ?? []));
  await print(run, result, { settings, jq, saving }).catch(async (error: unknown) => {
    if (error instanceof ClosedPipe) await saving.all();
    throw error;
  });
  context.note(...(result.notes ?? []));
  await printToStderr(io, await stderrText(result.stderr?.after ?? []));
  await result.server?.ended();
  await saving.all();
  // After Ctrl-C a shell must not run the next command, even if this one could finish.
  const isStopped = signal.aborted && result.server === undefined;
  return isStopped ? stopCode(signal) : result.exitCode || filesCode;
}

function stopCode({ reason }: AbortSignal): ExitCode {
  return reason instanceof InterruptedError ? reason.exitCode : exitCodes.interrupted;
}

interface PrintOptions extends Pick<RenderOptions, 'jq'> {
  readonly settings: Settings;
  readonly saving: Saving;
}

async function print(run: Run, result: Result, { settings, jq, saving }: PrintOptions) {
  const { io } = run;
  const { renderResult } = await import('./render/index.ts');
  const { createPalette } = await import('./terminal/colour.ts');
  const palette = createPalette(io.stdout, io.env, settings.color);
  const allowsPager = isPagedResult(settings, result);
  if (!allowsPager && result.server === undefined) await leaveSignalsToNode(run);
  const text = await renderResult(result, {
    settings,
    stream: io.stdout,
    env: io.env,
    palette,
    jq,
  });
  // The pager can stay open for hours.
  await show(run, text, { allowsPager, beforePager: saving.namedTrip });
}

async function stderrText(texts: readonly StderrText[]): Promise<string> {
  if (texts.length === 0) return '';
  const { safeText } = await import('./terminal/escape.ts');
  return texts.map(({ kind, text }) => (kind === 'line' ? `${safeText(text)}\n` : text)).join('');
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

/** A file that cannot be written is a warning and an exit code: the result is still printed. */
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

function hasTerminal({ stdin, stdout, stderr }: Io): boolean {
  return [stdin, stdout, stderr].some(({ isTTY }) => isTTY === true);
}

/**
 * From here on a signal ends the process at once, even if nobody reads the output or a --jq
 * expression never ends.
 */
async function leaveSignalsToNode({ signal, release }: Run): Promise<void> {
  // If the run was stopped before, what it found is still printed. A signal that arrives only now
  // ends it: its handler is called in the next turn.
  const wasStopped = signal.aborted;
  await nextTurn();
  release();
  if (!wasStopped) signal.throwIfAborted();
}

function isPagedResult(settings: Settings, { server, isPaged = true }: Result): boolean {
  const { noPager, noInput, accessible, format = 'table' } = settings;
  const allowsPager = !noPager && !noInput && !accessible && format === 'table';
  // The address of a server must be readable while the server runs.
  return allowsPager && server === undefined && isPaged;
}

interface ShowOptions {
  readonly allowsPager: boolean;
  /** Called if the pager opens. The caller calls it again after the pager, and gets its error. */
  readonly beforePager?: () => Promise<void>;
}

/** Writes a text: through the pager if that is allowed and the text does not fit the screen. */
async function show(
  run: Run,
  text: string,
  { allowsPager, beforePager }: ShowOptions,
): Promise<void> {
  const { io, signal } = run;
  const pagerCommand = allowsPager && !signal.aborted ? pagerFor(io) : undefined;
  if (pagerCommand === undefined || fitsScreen(text, io.stdout)) return write(io, text);
  await beforePager?.().catch(() => {});
  run.isPaging = true;
  // Many machines do not have the program less.
  await page(text, pagerCommand, io, signal).catch(() => write(io, text));
  // A signal that came while the pager was open can call its handler after the pager has ended.
  await nextTurn();
  run.isPaging = false;
  signal.throwIfAborted();
}

async function printError({ argv, io, command, settings }: Run, error: unknown): Promise<number> {
  if (error instanceof ClosedPipe) return exitCodes.ok;
  const hints = guessOutput(argv, io.env);
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
