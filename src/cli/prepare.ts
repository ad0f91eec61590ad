/**
 * Makes a command line that was read ready to run: settings, options and context. Loaded only when
 * a command runs.
 */
import { ConfigError } from '../base/errors.ts';
import { emptyConfig, readConfig } from '../operators/config.ts';
import { withConfig } from '../operators/config.ts';
import { createPalette } from '../terminal/colour.ts';
import type { Io } from '../terminal/io.ts';
import { createProgress } from '../terminal/progress.ts';
import { fieldNames } from './command.ts';
import { openContext, type OpenContext, type PrintView } from './context.ts';
import { withOwners } from './owners.ts';
import type { Invocation } from './program.ts';
import { resolveSettings, settingsOf } from './settings.ts';
import { checkStateFolder, environmentLevel, fileLevel, flagLevel } from './sources.ts';
import { unknownWord } from './unknown-word.ts';

type Invoked = Invocation & { readonly kind: 'run' };

interface Prepared extends OpenContext {
  /** Of the command; ids no longer carry the operator that it asks. */
  readonly options: Invoked['options'];
}

/** Throws UsageError and ConfigError. */
export async function prepare(
  invoked: Invoked,
  outer: Io,
  signal: AbortSignal,
  print?: PrintView,
): Promise<Prepared> {
  const { command, globals, saveAs } = invoked;
  const mistakes: ConfigError[] = [];
  const readOr = async <T>(read: () => T | Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await read();
    } catch (error) {
      if (command.reportsMistakes !== true || !(error instanceof ConfigError)) throw error;
      mistakes.push(error);
      return otherwise;
    }
  };
  const flags = flagLevel(globals);
  // Whatever reads the configuration finds it in the environment.
  const env = withConfig(outer.env, flags.values.config);
  const io = Object.create(outer, { env: { value: env } }) as Io;
  const environment = await readOr(() => environmentLevel(outer.env), environmentLevel({}));
  await readOr(() => checkStateFolder(env), undefined);
  const config = await readOr(
    () => readConfig(env, { mustBe: command.makesConfig !== true }),
    emptyConfig(env),
  );
  const file = await readOr(() => fileLevel(config), fileLevel(emptyConfig(env)));
  const resolved = resolveSettings([flags, environment, file]);
  const given = settingsOf(resolved);
  const names = Object.keys(config.operators);
  const { options, operatorChoice } = withOwners(
    command,
    invoked.options,
    given.operatorChoice,
    names,
  );
  const settings = { ...given, operatorChoice };
  checkFields(settings.fields ?? [], invoked);
  const progress = createProgress({
    io,
    settings,
    palette: createPalette(io.stderr, env, settings.color),
  });
  // A wrong name costs no request.
  if (saveAs !== undefined) (await import('../trips/folder.ts')).tripName(saveAs);
  // An id is saved with the name that it has now.
  const freshNames = saveAs !== undefined;
  const sources = { resolved, config, mistakes };
  const opened = openContext({ io, settings, sources, signal, progress, freshNames, print });
  return { ...opened, options };
}

/** Throws UsageError for a field that is not a column of what the command prints. */
function checkFields(fields: readonly string[], { command, options }: Invoked): void {
  if (fields.length === 0) return;
  const known = fieldNames(command, options);
  const unknown = fields.find((field) => !known.includes(field));
  if (unknown !== undefined)
    throw unknownWord(`rental ${command.name} has no field`, unknown, known, 'fields');
}
