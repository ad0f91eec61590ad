/** The only top-level catch, the only call of render, the only place that decides an exit code. */
import { setImmediate } from 'node:timers/promises';
import type { Context } from './cli/context.ts';
import { flagOf } from './cli/flags.ts';
import type { Invocation } from './cli/program.ts';
import { outputHints, type Settings } from './cli/settings.ts';
import { commands } from './commands/index.ts';
import { exitCodes, InterruptedError, RentalError } from './errors.ts';
import type { Result } from './result.ts';
import type { Io } from './terminal/io.ts';
import { ClosedPipe, createOutput, lineWidth, type Output } from './terminal/output.ts';
import { fitsScreen, page, pagerFor } from './terminal/pager.ts';

export { systemIo } from './terminal/io.ts';

interface Run {
  readonly argv: readonly string[];
  readonly io: Io;
  readonly output: Output;
  readonly signal: AbortSignal;
  /** From then on a signal ends the process at once. */
  readonly release: () => void;
  /** The name of the command, once the command line was read. */
  command?: string;
  /** Known once the environment and the configuration were read, too. */
  settings?: Settings;
}

/** Runs one command line and resolves with its exit code; never rejects, never exits. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  const controller = new AbortController();
  const release = io.onInterrupt((signal) => controller.abort(new InterruptedError(signal)));
  const { signal } = controller;
  const run: Run = { argv, io, output: createOutput(io, signal), signal, release };
  try {
    if (argv[0] === 'complete') return await complete(run);
    const { readCommandLine } = await import('./cli/program.ts');
    const invocation = await readCommandLine(argv, commands);
    if (invocation.kind === 'run') return await runCommand(run, invocation);
    const { noPager } = outputHints(argv, io.env);
    const note = (text: string): void => void run.output.tell(`note: ${text}\n`);
    const text = invocation.kind === 'help' ? await help(run, invocation) : invocation.text;
    await show(run, [text], { pager: !noPager, note });
    return exitCodes.ok;
  } catch (error) {
    // An error that follows the interruption is not the reason for the end.
    return await report(run, controller.signal.aborted ? controller.signal.reason : error);
  } finally {
    release();
  }
}

/** A shell asks for suggestions while the user types, so any problem means: no suggestions, silently. */
async function complete({ argv, io, output }: Run): Promise<number> {
  const { suggestionsFor } = await import('./cli/completion/index.ts');
  const suggestions = suggestionsFor(argv.slice(1), commands, io);
  await output.write(await suggestions.catch(() => '')).catch(() => {});
  return exitCodes.ok;
}

/** Help works also if the environment or the configuration has a mistake. */
async function help({ argv, io }: Run, { subject }: Invocation & { kind: 'help' }): Promise<string> {
  const { helpText } = await import('./cli/help/index.ts');
  const { createPalette } = await import('./terminal/colour.ts');
  const palette = createPalette(io.stdout, io.env, outputHints(argv, io.env).color);
  return helpText(subject, commands, { width: io.stdout.columns || 80, palette });
}

async function runCommand(run: Run, invocation: Invocation & { kind: 'run' }): Promise<number> {
  const { io, signal } = run;
  run.command = invocation.command.name;
  const { prepare } = await import('./cli/prepare.ts');
  const context = await prepare(invocation, io, signal);
  const { settings, progress } = context;
  run.settings = settings;
  try {
    // Before the command sends anything: the expression can be wrong.
    const jq =
      settings.jq === undefined ? undefined : await (await import('./render/jq.ts')).createJqFilter(settings.jq);
    const result = await invocation.command.run(invocation.options, context);
    // It has used stdout itself, for a protocol.
    if (result === undefined) return exitCodes.ok;
    progress.hold();
    // First, because the reader of stdout may go before the end.
    await run.output.tell(result.stderr?.before ?? '');
    const { renderResult } = await import('./render/index.ts');
    const { createPalette } = await import('./terminal/colour.ts');
    const palette = createPalette(io.stdout, io.env, settings.color);
    if (jq !== undefined) await giveUpSignals(run);
    const rendered = renderResult(result, { settings, stream: io.stdout, env: io.env, palette, jq });
    await show(run, rendered, { pager: mayPage(settings, context, result), note: context.note }).catch(
      async (error: unknown) => {
        if (error instanceof ClosedPipe) await context.printed();
        throw error;
      },
    );
    context.note(...(result.notes ?? []));
    await run.output.tell(result.stderr?.after ?? '');
    await result.until?.();
    await context.printed();
    return result.exitCode ?? exitCodes.ok;
  } finally {
    await context.close().finally(() => progress.hold());
  }
}

/**
 * An expression may have no end, and nothing else runs beside it. A signal that has come is heard in the next turn; one of just this moment
 * can be lost, and then the second one ends the program.
 */
async function giveUpSignals({ signal, release }: Run): Promise<void> {
  await setImmediate();
  signal.throwIfAborted();
  release();
}

/** A user who answered questions has them on the screen, and what a server prints must not wait for the end of a pager. */
function mayPage(
  { noPager, noInput, accessible, format = 'table' }: Settings,
  context: Context,
  { until, isPaged = true }: Result,
): boolean {
  return (
    !noPager && !noInput && !accessible && format === 'table' && !context.hasAsked() && until === undefined && isPaged
  );
}

/** Writes a result: through the pager if it may be used and the text has more lines than the terminal, else directly. */
async function show(
  { io, output, signal }: Run,
  texts: Iterable<string> | AsyncIterable<string>,
  { pager, note }: { readonly pager: boolean; readonly note: (text: string) => void },
): Promise<void> {
  const words = pager && !signal.aborted ? pagerFor(io) : undefined;
  let whole = '';
  for await (const text of texts) {
    if (words === undefined) await output.write(text);
    else whole += text;
    // A long text gives way to a signal: a pipe takes it without that.
    await setImmediate();
  }
  if (words === undefined || fitsScreen(whole, io.stdout)) return output.write(whole);
  try {
    const code = await page(whole, words, io, signal);
    if (code !== 0) note(`the pager ended with exit code ${code}: --no-pager prints without one`);
  } catch (error) {
    await output.write(whole);
    // A machine without less is not a mistake of the user.
    if (io.env['RENTAL_PAGER'] ?? io.env['PAGER'])
      note(`the pager could not be started (${(error as Error).message}): the variable is PAGER or RENTAL_PAGER`);
  }
  signal.throwIfAborted();
}

async function report({ argv, io, output, command, settings }: Run, error: unknown): Promise<number> {
  if (error instanceof ClosedPipe) return exitCodes.ok;
  const hints = outputHints(argv, io.env);
  const json = settings === undefined ? hints.json : settings.format === 'json';
  // After Ctrl-C a message would tell the user nothing new.
  if (error instanceof InterruptedError && !json) return error.exitCode;
  const { createPalette } = await import('./terminal/colour.ts');
  const { renderError } = await import('./render/error.ts');
  const palette = createPalette(io.stderr, io.env, settings?.color ?? hints.color);
  await output.tell(
    renderError(error, {
      json,
      verbose: settings?.verbose ?? false,
      palette,
      columns: lineWidth(io.stderr),
      command,
      nameField: flagOf,
    }),
  );
  return error instanceof RentalError ? error.exitCode : exitCodes.internal;
}
