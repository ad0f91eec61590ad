/** Makes settings, options and context for a command. Loaded only when one runs. */
import { withConfigPath } from '../operators/config.ts';
import { createPalette } from '../terminal/colour.ts';
import type { Io } from '../terminal/io.ts';
import { createProgress } from '../terminal/progress.ts';
import { fieldNames } from './command.ts';
import { createContext, type ClosableContext, type PrintView } from './context.ts';
import { readOwners } from './owners.ts';
import type { Invocation } from './program.ts';
import { readSources } from './sources.ts';
import { unknownWord } from './unknown-word.ts';

type RunInvocation = Invocation & { readonly kind: 'run' };

interface Prepared extends ClosableContext {
  /** The options of the command, after `readOwners`. */
  readonly options: RunInvocation['options'];
}

/** Throws UsageError and ConfigError. */
export async function prepare(
  invocation: RunInvocation,
  systemIo: Io,
  signal: AbortSignal,
  print?: PrintView,
): Promise<Prepared> {
  const { command, globals, saveAs } = invocation;
  // Everything that reads the configuration finds the path of `--config` in the environment.
  const env = withConfigPath(systemIo.env, globals.config);
  // Not a spread: that would call the getters, and opening stdin takes 10 ms.
  const io = Object.create(systemIo, { env: { value: env } }) as Io;
  const { settings: given, sources } = await readSources(globals, env, command);
  const { options, operatorChoice } = readOwners(
    command,
    invocation.options,
    given.operatorChoice,
    Object.keys(sources.config.operators),
  );
  const settings = { ...given, operatorChoice };
  checkFields(settings.fields ?? [], invocation);
  const progress = createProgress({
    io,
    settings,
    palette: createPalette(io.stderr, env, settings.color),
  });
  // A wrong name costs no request.
  if (saveAs !== undefined) (await import('../trips/folder.ts')).parseTripName(saveAs);
  // An id is saved with its present name.
  const freshLists = saveAs !== undefined;
  const opened = createContext({ io, settings, sources, signal, progress, freshLists, print });
  return { ...opened, options };
}

/** Throws UsageError for a field that is not a column of what the command prints. */
function checkFields(fields: readonly string[], { command, options }: RunInvocation): void {
  if (fields.length === 0) return;
  const known = fieldNames(command, options);
  const unknown = fields.find((field) => !known.includes(field));
  if (unknown !== undefined)
    throw unknownWord(`rental ${command.name} has no field`, unknown, known, 'fields');
}
