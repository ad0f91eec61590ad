import { defineCommand } from '../../cli/command.ts';
import { tripHistoryShape as document } from '../../documents/trips.ts';
import { type Result } from '../../result.ts';
import { nameArgument } from './named-trips.ts';

export default defineCommand({
  name: 'trips history',
  summary: 'show every answer of a saved trip',
  purpose:
    'Shows all answers of a saved trip so far: the time, and the total or why there is none. Sends no request.',
  args: nameArgument,
  flags: {},
  document,
  examples: [
    { does: 'Each total, with a bar on a terminal', line: 'rental trips history north' },
    {
      does: 'The totals for another program',
      line: 'rental trips history north --format csv --fields askedAt,total',
    },
  ],
  see: ['output'],
  async run(options, context): Promise<Result> {
    const { showHistory } = await import('./show-history.ts');
    return showHistory(options, context);
  },
});
