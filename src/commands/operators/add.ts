import { defineCommand } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { operators as document } from '../../documents/operators.ts';
import { InterruptedError, RentalError, UsageError } from '../../base/errors.ts';
import type { ConfigFile } from '../../operators/config.ts';
import { defaultTimeZone, operatorAt } from '../../operators/operator.ts';
import type { Setting } from '../../operators/setting.ts';
import type { Operator } from '../../planner/session.ts';
import type { Result } from '../../result.ts';
import { formatDuration } from '../../base/durations.ts';
import { isPlainName, plainNameHint, plural, shorten } from '../../base/words.ts';

export default defineCommand({
  name: 'operators add',
  summary: 'ask an address, and save it under a name',
  purpose: 'Asks the service for its depots, and saves its address under a name, with --site-url and --rate-limit.',
  args: {
    name: { help: "the operator's name", required: true },
    'base-url': { help: "the service's base address", required: true },
  },
  flags: {
    'time-zone': {
      kind: 'text',
      value: 'zone',
      help: "the operator's time zone (default: Pacific/Auckland)",
      offers: { words: async () => Intl.supportedValuesOf('timeZone') },
    },
    'no-check': { kind: 'switch', help: 'save it without asking the service' },
  },
  makesConfig: true,
  document,
  examples: [
    {
      does: 'With the limit of the service',
      line: 'rental operators add sunny https://www.example.com/api/agent --rate-limit 100/60s',
    },
    {
      does: 'Without a request',
      line: 'rental operators add windy https://www.example.com/api/agent --no-check',
    },
  ],
  see: ['operators', 'limits'],
  async run({ name, baseUrl, timeZone, noCheck }, context): Promise<Result> {
    const { changeOperators, withFields } = await import('./list-operators.ts');
    // A comma separates operators on the command line, a colon an operator from its id.
    if (!isPlainName(name))
      throw new UsageError(`"${shorten(name, 60)}" is not a valid operator name`, { hint: plainNameHint });
    checkIsNew(name, context.sources.config);
    const siteUrl = textOfFlag(context.settings.operatorChoice.siteUrl);
    const rateLimit = textOfFlag(context.settings.operatorChoice.rateLimit);
    const operator = operatorAt(baseUrl, { siteUrl, rateLimit });
    if (noCheck !== true) await tryOut({ ...operator, name, timeZone: timeZone ?? defaultTimeZone }, context);
    const addOperator = (file: ConfigFile): ConfigFile => {
      // Another process may have added it while the service was asked.
      checkIsNew(name, file);
      return withFields(file, name, { baseUrl, siteUrl, timeZone, limit: rateLimit });
    };
    return changeOperators(addOperator, `added ${name}`, context);
  },
});

/** A variable is for the operator that a command asks, not for a new one. */
function textOfFlag(setting: Setting<string> | undefined): string | undefined {
  return setting?.source === 'flag' ? setting.value : undefined;
}

/** Throws UsageError. */
function checkIsNew(name: string, { operators = {} }: ConfigFile): void {
  if (!Object.hasOwn(operators, name)) return;
  throw new UsageError(`the operator "${name}" already exists`, {
    hint: `rental operators set ${name} base-url <base-url> changes its address; rental operators show ${name} shows it`,
  });
}

/** Asks the service once, so that a wrong address is found now. */
async function tryOut(operator: Operator, context: Context): Promise<void> {
  const session = context.openSession(operator);
  try {
    const depots = await session.service.depots();
    const { limit, windowMs } = await session.budget();
    context.note(`✔ ${plural(depots.length, 'depot')}, ${limit} in ${formatDuration(windowMs)}`);
  } catch (error) {
    if (!(error instanceof RentalError) || error instanceof InterruptedError) throw error;
    throw error.alsoTry('nothing was saved: --no-check saves an operator without asking it');
  }
}
