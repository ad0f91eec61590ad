import { defineCommand } from '../cli/command.ts';
import type { Context } from '../cli/context.ts';
import { settingOrigins } from '../cli/settings.ts';
import { RentalError } from '../errors.ts';
import type { Origin } from '../operators/origins.ts';
import { usualFormat, type Result } from '../result.ts';

export default defineCommand({
  name: 'config',
  group: 'OPERATE',
  summary: 'show every setting in effect, and where it is from',
  purpose:
    'Shows every setting in effect and where it is from: a flag, a variable, the configuration file, or the ' +
    'default. With global flags, what a command would use with them. Sends no request.',
  args: {},
  flags: {},
  examples: [
    { does: 'What a command would use now', line: 'rental config' },
    { does: 'With a flag', line: 'rental config --max-wait 10s --json' },
  ],
  see: ['environment', 'flags'],
  run: (_, context) => show(context),
});

/** A missing operator is a note: the other settings are still of use. */
async function show(context: Context): Promise<Result> {
  const { originsResult } = await import('./shared/origins.ts');
  const { io, config, sources } = context;
  const format = usualFormat(io.stdout);
  const variable = sources.environment.config ? 'config' : 'XDG_CONFIG_HOME';
  const folder = sources.flags.config
    ? ({ source: 'flag', place: 'config' } as const)
    : variable === 'config' || io.env[variable]
      ? ({ source: 'variable', place: variable } as const)
      : ({ source: 'default', place: '' } as const);
  const result = originsResult([
    { setting: 'configFile', value: config.path, ...folder },
    ...(await operators(context)),
    ...settingOrigins(sources, config, format).map((origin) =>
      isUsual(origin, io.env) ? { ...origin, place: 'ACCESSIBLE' } : origin,
    ),
  ]);
  // A path needs more room than a column of a narrow table has.
  const pairs = [{ label: 'Configuration file', value: config.path }];
  const tables = result.view.map((block) => (block.kind === 'table' ? { ...block, rows: block.rows.slice(1) } : block));
  return { ...result, view: [{ kind: 'pairs', pairs }, ...tables] };
}

/** Whether it is from the variable that other programs read too. */
function isUsual({ setting, source }: Origin, env: Context['io']['env']): boolean {
  return setting === 'accessible' && source === 'variable' && env['RENTAL_ACCESSIBLE'] === undefined;
}

async function operators({ config, settings, note }: Context): Promise<Origin[]> {
  const { operatorOrigins } = await import('../operators/origins.ts');
  try {
    return operatorOrigins(settings.operatorChoices, config, settings.budget);
  } catch (error) {
    if (!(error instanceof RentalError)) throw error;
    note((name) => error.describe(name).message);
    return [{ setting: 'operator', value: '', source: 'default', place: '' }];
  }
}
