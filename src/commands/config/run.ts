/** Shows the settings of a run. */
import type { Context } from '../../cli/context.ts';
import { settingOrigins } from '../../cli/settings.ts';
import { RentalError } from '../../errors.ts';
import { operatorOrigins, type Origin } from '../../operators/origins.ts';
import type { Result } from '../../result.ts';
import { originsResult } from '../shared/origins.ts';

/** A missing operator is a note: the other settings are still of use. */
export function runConfig(context: Context): Result {
  const { io, config, settings, sources } = context;
  const format = io.stdout.isTTY === true ? 'table' : 'plain';
  const variable = 'XDG_CONFIG_HOME';
  const folder = io.env[variable]
    ? ({ source: 'variable', place: variable } as const)
    : ({ source: 'default', place: '' } as const);
  const result = originsResult([
    { setting: 'configFile', value: config.path, ...folder },
    ...operators(context),
    ...settingOrigins(sources, config, { ...settings, format: settings.format ?? format }).map((origin) =>
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

function operators({ config, settings, note }: Context): Origin[] {
  try {
    return operatorOrigins(settings.operatorChoices, config, settings.budget);
  } catch (error) {
    if (!(error instanceof RentalError)) throw error;
    note((name) => error.describe(name).message);
    return [{ setting: 'operator', value: '', source: 'default', place: '' }];
  }
}
