import { defineCommand } from '../../cli/command.ts';
import type { Result } from '../../result.ts';

export default defineCommand({
  name: 'report',
  group: 'OPERATE',
  summary: 'make a page to share from a saved --json file',
  purpose:
    'Makes one HTML page of what compare, quote, plan, smoke or trips history printed with --json. The page sends no ' +
    'request, and can be read on a phone and on paper. With --report these commands make it themselves.',
  args: {
    file: { help: 'what --json printed; - is standard input', required: true },
    page: { help: 'the page to write, such as trip.html', required: true },
  },
  flags: {},
  examples: [
    {
      does: 'A page of a comparison',
      line: 'rental compare --pick-up 1 --from +30d --nights 7 --sandbox --json | rental report - trip.html',
    },
  ],
  see: ['output'],
  async run(options, context): Promise<Result> {
    const { report } = await import('./report.ts');
    return report(options, context);
  },
});
