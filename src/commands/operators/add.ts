import { defineCommand } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { operatorsShape as document } from '../../documents/operators.ts';
import { UsageError } from '../../base/errors.ts';
import { fieldText } from '../../base/field-text.ts';
import type { ConfigFile } from '../../operators/config.ts';
import {
  addressProblem,
  checkField,
  formatRateLimit,
  timeZoneProblem,
} from '../../operators/fields.ts';
import { checkOverrides, defaultTimeZone } from '../../operators/operator.ts';
import type { Result } from '../../result.ts';
import { isPlainName, plainNameHint, shortName } from '../../base/words.ts';

export default defineCommand({
  name: 'operators add',
  summary: 'check an address and save it under a name',
  purpose:
    'Looks for the depots at the address that you give, such as that of the website, and then at its /api/agent. Saves the base address where ' +
    'it finds them under the name, with --site-url and --rate-limit, and says why it is that one. Sends at most four requests, ' +
    'and follows redirects only within the site.',
  args: {
    name: { help: "the operator's name", required: true },
    'base-url': {
      help: 'the address of the website, its documentation or the service',
      required: true,
    },
  },
  flags: {
    'time-zone': {
      kind: 'text',
      value: 'zone',
      help: "the operator's time zone (default: Pacific/Auckland)",
      offers: { words: async () => Intl.supportedValuesOf('timeZone') },
    },
    'no-check': {
      kind: 'switch',
      help: 'save the address unchecked; it must be the full base address',
    },
  },
  allowsMissingConfig: true,
  document,
  examples: [
    { does: 'By the address of its website', line: 'rental operators add breezy www.example.com' },
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
  async run({ name, baseUrl: given, timeZone, noCheck = false }, context): Promise<Result> {
    const { changeOperators, valueOfFlag, withOperatorFields } =
      await import('./change-operators.ts');
    // A comma separates operators, `a,b`, and a colon an operator from the id of a depot or a vehicle.
    if (!isPlainName(name))
      throw new UsageError(`"${shortName(name)}" is not a valid operator name`, {
        hint: plainNameHint,
      });
    checkIsNew(name, context.sources.config);
    const siteUrl = valueOfFlag(context.settings.operatorChoice.siteUrl);
    const rateLimit = valueOfFlag(context.settings.operatorChoice.rateLimit);
    // Throws for a wrong flag before anything is sent.
    if (noCheck) checkField(given, addressProblem, field);
    checkOverrides({ siteUrl, rateLimit });
    if (timeZone !== undefined)
      checkField(
        timeZone,
        timeZoneProblem,
        fieldText('--time-zone {value}', { value: `"${shortName(timeZone)}"` }),
      );
    const { findAddress } = await import('./find-address.ts');
    const address = { name, given, field, rateLimit, timeZone: timeZone ?? defaultTimeZone };
    const baseUrl = noCheck ? given : await findAddress(address, context);
    const fields = {
      baseUrl,
      siteUrl,
      timeZone,
      limit: rateLimit,
      ...(await sharedLimitFields(baseUrl, address, context)),
    };
    const addOperator = (file: ConfigFile): ConfigFile => {
      // Another process may have added it while the service was asked.
      checkIsNew(name, file);
      return withOperatorFields(file, name, fields);
    };
    const { default: chosen, operators } = context.sources.config;
    const result = await changeOperators(addOperator, `added ${name}`, context);
    // The only operator was the default without being chosen.
    const wasOnlyOne = Object.keys(operators).length === 1;
    if (chosen === undefined && wasOnlyOne)
      context.note('there are two operators now: rental operators default <name> chooses one');
    return result;
  },
});

/** The argument, which errors name. */
const field = '<base-url>';

/**
 * The limit and the shared budget of another operator at the same host, unless a flag gives the
 * limit.
 */
async function sharedLimitFields(
  baseUrl: string,
  { name, rateLimit }: { readonly name: string; readonly rateLimit: string | undefined },
  { sources, note }: Context,
): Promise<{ readonly limit?: string; readonly budgetUrl?: string | undefined }> {
  const { entryAtHost } = await import('./find-address.ts');
  const { name: other, entry } = entryAtHost(new URL(baseUrl), sources.config, name) ?? {};
  if (entry === undefined) return {};
  const limit =
    rateLimit === undefined && entry.limit !== undefined ? formatRateLimit(entry.limit) : undefined;
  const { budgetUrl } = entry;
  if (limit !== undefined) note(`the limit is ${limit}, like that of ${other} on the same host`);
  if (budgetUrl !== undefined) note(`the request budget is shared like that of ${other}`);
  return { ...(limit !== undefined && { limit }), ...(budgetUrl !== undefined && { budgetUrl }) };
}

/** Throws UsageError. */
function checkIsNew(name: string, { operators = {} }: ConfigFile): void {
  if (!Object.hasOwn(operators, name)) return;
  throw new UsageError(`the operator "${name}" already exists`, {
    hint: `rental operators set ${name} --base-url <address> changes its address; rental operators show ${name} shows it`,
  });
}
