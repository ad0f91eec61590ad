/** The settings of the operator that a command would ask, and where each is from. Sends no request. */
import type { BudgetChoice } from './budget-settings.ts';
import { chooseOperators, chosenName, decidingChoice, namesOperator, type OperatorChoice } from './choose.ts';
import { formatRateLimit, nameOfAddress, type Config, type OperatorEntry, type OperatorOverrides } from './operator.ts';
import { shownAddress } from '../text.ts';

type Source = 'flag' | 'variable' | 'file' | 'default';

export interface Origin {
  /** In camel case: `baseUrl`. */
  readonly setting: string;
  readonly value: string;
  readonly source: Source;
  /** A field of the command line (`baseUrl`) or of the file (`operators.lucky.limit`); empty for a default. */
  readonly place: string;
}

type Place = Pick<Origin, 'source' | 'place'>;

const byDefault: Place = { source: 'default', place: '' };

/** Of the choices of a run, in their order. */
const levels: readonly Source[] = ['flag', 'variable', 'file'];

/** The operator and its settings; of several, or of a sandbox, only the names. Throws UsageError and ConfigError like `chooseOperators`. */
export function operatorOrigins(
  choices: readonly OperatorChoice[],
  config: Config,
  budget: BudgetChoice = {},
): Origin[] {
  const chosen = chooseOperators(choices, config);
  const origin = choiceOrigin(choices);
  const first = { setting: 'operator', value: chosen.map(chosenName).join(','), ...origin };
  const [only] = chosen;
  if (chosen.length !== 1 || only?.sandbox !== false) return [first];
  const { name, baseUrl, siteUrl, timeZone, limit, budgetUrl } = only.operator;
  const isUnknown = origin.place === 'baseUrl' && nameOfAddress(baseUrl, config) === undefined;
  const entry = isUnknown ? undefined : config.operators[name];
  const configured = (field: keyof OperatorEntry): Place =>
    entry?.[field] === undefined ? byDefault : { source: 'file', place: `operators.${name}.${field}` };
  return [
    first,
    {
      setting: 'baseUrl',
      value: shownAddress(baseUrl.href),
      ...(origin.place === 'baseUrl' ? origin : configured('baseUrl')),
    },
    {
      setting: 'siteUrl',
      value: shownAddress(siteUrl.href),
      ...(givenOrigin(choices, 'siteUrl') ?? configured('siteUrl')),
    },
    { setting: 'timeZone', value: timeZone, ...configured('timeZone') },
    { setting: 'limit', value: formatRateLimit(limit), ...(givenOrigin(choices, 'rateLimit') ?? configured('limit')) },
    // Unless a flag or a variable names another server.
    ...(budgetUrl === undefined || budget.url !== undefined
      ? []
      : [{ setting: 'budgetUrl', value: shownAddress(budgetUrl), ...configured('budgetUrl') }]),
  ];
}

function choiceOrigin(choices: readonly OperatorChoice[]): Place {
  const index = choices.findIndex(namesOperator);
  const { sandbox, baseUrl, isDefault = false } = choices[index] ?? {};
  if (index < 0) return { source: 'file', place: 'operators' };
  if (isDefault) return { source: 'file', place: 'default' };
  return { source: levels[index] ?? 'file', place: sandbox ? 'sandbox' : baseUrl ? 'baseUrl' : 'operator' };
}

/** Undefined if neither a flag nor a variable gives it. */
function givenOrigin(choices: readonly OperatorChoice[], field: keyof OperatorOverrides): Place | undefined {
  if (decidingChoice(choices)[field] === undefined) return undefined;
  return { source: levels[choices.findIndex((choice) => choice[field])] ?? 'flag', place: field };
}
