/** What this run uses: settings, the terminal, variables. Without secrets. */
import type { Context } from '../../cli/context.ts';
import { variableOf } from '../../cli/flags.ts';
import { globalFlags } from '../../cli/global-flags.ts';
import { settingOrigins, settingRow } from '../../cli/settings.ts';
import { RentalError } from '../../errors.ts';
import { operatorOrigins, type Origin } from '../../operators/origins.ts';
import { usualFormat } from '../../result.ts';

/** Every setting, and where it is from. The first is the configuration file. */
export function settingsInEffect(context: Context) {
  const { io, config, levels } = context;
  const [flags, environment] = levels;
  const variable = environment.values.config ? 'config' : 'XDG_CONFIG_HOME';
  const folder = flags.values.config
    ? ({ source: 'flag', place: 'config' } as const)
    : variable === 'config' || io.env[variable]
      ? ({ source: 'variable', place: variable } as const)
      : ({ source: 'default', place: '' } as const);
  return [
    { setting: 'configFile', value: config.path, ...folder },
    ...operatorSettings(context),
    ...settingOrigins(levels, usualFormat(io.stdout)).map((origin) =>
      isUsual(origin, io.env) ? { ...origin, place: 'ACCESSIBLE' } : origin,
    ),
  ].map(settingRow);
}

/** Whether it is from the variable that other programs read too. */
function isUsual({ setting, source }: Origin, env: Context['io']['env']): boolean {
  return setting === 'accessible' && source === 'variable' && env['RENTAL_ACCESSIBLE'] === undefined;
}

/** Without an operator, the other settings are still of use. */
function operatorSettings({ config, settings }: Context): Origin[] {
  try {
    return operatorOrigins(settings.operatorChoices, config, settings.budget);
  } catch (error) {
    if (!(error instanceof RentalError)) throw error;
    return [{ setting: 'operator', value: '', source: 'default', place: '' }];
  }
}

export function terminalFacts({ io, canPrompt }: Context, colours: number) {
  const { locale, timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return {
    stdin: io.stdin.isTTY === true,
    stdout: io.stdout.isTTY === true,
    stderr: io.stderr.isTTY === true,
    width: io.stdout.columns ?? null,
    colours,
    prompts: canPrompt,
    locale,
    timeZone,
  };
}

/** The variables that matter here and are set. Those that can hold a secret have no value. */
export function variableFacts(env: Context['io']['env']) {
  // Addresses can hold passwords.
  const plainSettings = Object.keys(globalFlags).filter((name) => !name.endsWith('-url'));
  const harmless = new Set([...plainSettings.map(variableOf), ...harmlessVariables]);
  const matters = (name: string): boolean =>
    harmless.has(name) || /^(RENTAL_.*|NODE_.*|(https?|no)_proxy)$/i.test(name);
  return Object.keys(env)
    .filter((name) => matters(name) && env[name] !== '')
    .sort()
    .map((name) => ({ name, value: harmless.has(name) ? (env[name] ?? null) : null }));
}

const harmlessVariables = [
  ...['RENTAL_STATE_DIR', 'XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'XDG_DATA_HOME', 'TMPDIR'],
  ...['CI', 'NO_COLOR', 'FORCE_COLOR', 'CLICOLOR', 'CLICOLOR_FORCE', 'FORCE_HYPERLINK', 'COLORTERM', 'COLUMNS'],
  ...['TERM', 'TERM_PROGRAM', 'TZ', 'LANG', 'LC_ALL', 'LC_CTYPE', 'NODE_EXTRA_CA_CERTS'],
];
