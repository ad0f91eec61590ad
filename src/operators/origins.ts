/** The settings of the operator that a command would ask, and where each is from. Sends no request. */
import { shownAddress } from '../base/addresses.ts';
import type { BudgetChoice } from './budgets.ts';
import { chooseOperators, decidingChoice, namesOperator, type OperatorChoice } from './choose.ts';
import { formatRateLimit } from './fields.ts';
import { nameOfAddress, type Config, type OperatorEntry, type OperatorOverrides } from './operator.ts';

type Source = 'flag' | 'variable' | 'file' | 'default';

export type Origin = {
  /** In camel case: `baseUrl`. */
  readonly name: string;
  readonly value: string;
  readonly source: Source;
  /** A field of the command line (`baseUrl`) or of the file (`operators.lucky.limit`); empty for a default. */
  readonly place: string;
};

type Place = Pick<Origin, 'source' | 'place'>;

const byDefault: Place = { source: 'default', place: '' };
const inFile = (place: string): Place => ({ source: 'file', place });

/** Of the choices of a run, in their order. */
const levels: readonly Source[] = ['flag', 'variable'];

/** The operator and its settings; of several, or of a sandbox, only the names. Throws UsageError and ConfigError like `chooseOperators`. */
export function operatorOrigins(
  choices: readonly OperatorChoice[],
  config: Config,
  budget: BudgetChoice = {},
): Origin[] {
  const chosen = chooseOperators(choices, config);
  const how = choiceOrigin(choices, config);
  const first = { name: 'operator', value: chosen.map(({ name }) => name).join(','), ...how };
  const [only] = chosen;
  if (only === undefined || chosen.length > 1 || only.sandbox) return [first];
  const { name, baseUrl, siteUrl, timeZone, limit, budgetUrl } = only;
  const entry = nameOfAddress(baseUrl, config) === name ? config.operators[name] : undefined;
  const origin = (setting: keyof OperatorEntry, value: string, given?: Place): Origin => {
    const place = entry?.[setting] === undefined ? byDefault : inFile(`operators.${name}.${setting}`);
    return { name: setting, value, ...(given ?? place) };
  };
  // Unless a flag or a variable names another server.
  const server = budget.url === undefined ? budgetUrl : undefined;
  return [
    first,
    origin('baseUrl', shownAddress(baseUrl.href), how.place === 'baseUrl' ? how : undefined),
    origin('siteUrl', shownAddress(siteUrl.href), givenOrigin(choices, 'siteUrl')),
    origin('timeZone', timeZone),
    origin('limit', formatRateLimit(limit), givenOrigin(choices, 'rateLimit')),
    ...(server === undefined ? [] : [origin('budgetUrl', shownAddress(server))]),
  ];
}

function choiceOrigin(choices: readonly OperatorChoice[], config: Config): Place {
  const index = choices.findIndex(namesOperator);
  const { sandbox, baseUrl } = choices[index] ?? {};
  if (index < 0) return inFile(config.default ? 'default' : 'operators');
  return { source: levels[index] ?? 'file', place: sandbox ? 'sandbox' : baseUrl ? 'baseUrl' : 'operator' };
}

/** Undefined if neither a flag nor a variable gives it. */
function givenOrigin(choices: readonly OperatorChoice[], field: keyof OperatorOverrides): Place | undefined {
  if (decidingChoice(choices)[field] === undefined) return undefined;
  return { source: levels[choices.findIndex((choice) => choice[field])] ?? 'flag', place: field };
}
