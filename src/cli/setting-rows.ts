/** Settings as rows of a table: with the names of flags, without secrets. */
import { baseText } from '../api/base-address.ts';
import { shownAddress } from '../base/addresses.ts';
import { durationFlag } from '../base/durations.ts';
import { settingsOfChoice } from '../operators/choose.ts';
import { formatRateLimit } from '../operators/fields.ts';
import type { Config, OperatorChoice } from '../operators/operator.ts';
import { byDefault, type Setting } from '../operators/setting.ts';
import { camelCase, type Flag, type Flags } from './flags.ts';
import { globalFlags, operatorFlags, type GlobalValues } from './global-flags.ts';
import type { ResolvedSettings } from './settings.ts';

export type SettingRow = Setting<string> & { readonly name: string };

/** Every setting that does not choose the operator. `defaults` are those that depend on the run. */
export function settingRows(resolved: ResolvedSettings, defaults: GlobalValues): SettingRow[] {
  const settings: Readonly<Record<string, Setting<unknown> | undefined>> = resolved;
  return Object.entries(globalFlags as Flags)
    .filter(([name, flag]) => !operatorFlags.includes(name) && !isShorthand(flag))
    .map(([name, flag]) => {
      const key = camelCase(name);
      const setting = settings[key] ?? byDefault(defaults[key as keyof GlobalValues]);
      return settingRow(name, setting, valueInWords(flag, setting.value));
    });
}

/** Such as `--no-color`: it only sets another flag, whose row shows it. */
function isShorthand({ kind, sets }: Flag): boolean {
  return kind === 'switch' && sets !== undefined;
}

function settingRow(
  name: string,
  { value, source, place }: Setting<unknown>,
  text = String(value),
): SettingRow {
  return { name, value: text, source, place };
}

/** As a flag takes it. */
function valueInWords(flag: Flag, value: unknown): string {
  if (value === undefined) return '';
  if (flag.kind === 'duration') return durationFlag(Number(value));
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return 'value' in flag && flag.value === 'url' ? shownAddress(String(value)) : String(value);
}

/**
 * The operator and its settings; of several, or of a sandbox, only the names. Throws UsageError and
 * ConfigError.
 */
export function operatorRows(choice: OperatorChoice, config: Config): SettingRow[] {
  const { names, operators } = settingsOfChoice(choice, config);
  const first = settingRow('operator', names);
  const [only] = operators;
  if (only === undefined || operators.length > 1 || only.sandboxVariant !== undefined)
    return [first];
  const { baseUrl, siteUrl, timeZone, limit, budgetUrl } = only;
  const address = (url: string): string => shownAddress(baseText(new URL(url)));
  const rows = [
    first,
    settingRow('base-url', baseUrl, address(baseUrl.value)),
    settingRow('site-url', siteUrl, address(siteUrl.value)),
    settingRow('time-zone', timeZone),
    settingRow('limit', limit, formatRateLimit(limit.value)),
  ];
  const server = budgetUrl.value;
  return server === undefined
    ? rows
    : [...rows, settingRow('budget-url', budgetUrl, shownAddress(server))];
}
