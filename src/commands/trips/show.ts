import { maxTotalFlag } from '../../cli/trip-flags.ts';
import { defineCommand } from '../../cli/command.ts';
import { tripShowShape as document } from '../../documents/trips.ts';
import { type Result } from '../../result.ts';
import { compareFlags } from '../compare/options.ts';
import { icsFlag } from '../shared/calendar-file.ts';
import { qrFlag } from '../shared/qr.ts';
import { nameArgument } from './named-trips.ts';

export default defineCommand({
  name: 'trips show',
  summary: 'show the last answer again, without a request',
  purpose:
    'Shows the last answer of a saved trip again and sends nothing. For a comparison, --ics and --qr use the first offer. The exit ' +
    'code is 10 if the last total is above --max-total.',
  args: nameArgument,
  flags: {
    view: {
      kind: 'choice',
      value: 'form',
      choices: ['table', 'calendar'],
      help: 'how to show a comparison',
    },
    'group-by': compareFlags['group-by'],
    limit: { ...compareFlags.limit, help: 'only the n best' },
    all: { kind: 'switch', help: 'every offer of a comparison' },
    report: compareFlags.report,
    ics: icsFlag,
    qr: qrFlag,
    'max-total': maxTotalFlag,
  },
  document,
  examples: [
    { does: 'A comparison as a calendar', line: 'rental trips show december --view calendar' },
    { does: 'Both days for your calendar', line: 'rental trips show north --ics north.ics' },
  ],
  see: ['output', 'exit-codes'],
  async run(options, context): Promise<Result> {
    const { showTrip } = await import('./show-trip.ts');
    return showTrip(options, context);
  },
});
