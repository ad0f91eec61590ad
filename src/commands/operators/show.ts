import { defineCommand } from '../../cli/command.ts';
import { operatorRows } from '../../cli/setting-rows.ts';
import { columnsOf } from '../../documents/records.ts';
import { settingsShape as document } from '../../documents/operators.ts';
import { byDefault } from '../../operators/setting.ts';
import { makeResult, type Result } from '../../result.ts';

export default defineCommand({
  name: 'operators show',
  summary: 'show the settings of one operator and where they come from',
  purpose:
    'Shows the settings of an operator, and whether each is from a flag, a variable, the configuration file, or the default. Without ' +
    'a name, it shows the operator that commands would use now.',
  args: { name: { help: "the operator's name", required: false, offers: { names: 'operator' } } },
  flags: {},
  allowsMissingConfig: true,
  document,
  examples: [
    { does: 'One operator', line: 'rental operators show lucky' },
    {
      does: 'What a flag changes',
      line: 'rental operators show --operator lucky --rate-limit 50/60s',
    },
  ],
  see: ['operators', 'environment'],
  async run({ name }, { settings, sources: { config } }): Promise<Result> {
    const rows =
      name === undefined
        ? operatorRows(settings.operatorChoice, config)
        : operatorRows({ operator: byDefault(name) }, config).slice(1);
    return makeResult(document, {
      value: rows,
      view: () => [{ kind: 'table', columns: columnsOf(document), rows }],
    });
  },
});
