import { defineCommand } from '../../cli/command.ts';
import type { Result } from '../../result.ts';
import { compareFlags } from './options.ts';

export default defineCommand({
  name: 'compare',
  group: 'PLAN',
  summary: 'many quotes at once: vehicles × dates × depots × operators, ranked by total',
  description:
    'Asks once for the availability of every trip, then for quotes of the vehicles with the lowest daily rates, within the ' +
    'request budget of each operator. Quotes are kept until they expire, so that an interrupted sweep resumes. ' +
    'Several operators: --operator a,b; an id then needs its operator: lucky:12. Accessories and insurance are ' +
    'matched by name; a vehicle without one of them is listed separately. Exit code 8: some requests failed.',
  args: {},
  flags: compareFlags,
  fields: async () => {
    const { compareFields } = await import('./record.ts');
    return compareFields();
  },
  isServed: true,
  examples: [
    'rental compare --pick-up auckland --drop-off queenstown --from +30d --flex 3 --nights 7..10 --sandbox',
    'rental compare --pick-up auckland --from 2026-12-01..+13d --nights 7 --view calendar --operator lucky,happy',
    'rental compare --pick-up 1 --from +30d --nights 7 --max-total 1500 --json --operator lucky | jq ".offers[0]"',
  ],
  async run(options, context): Promise<Result> {
    const { compare } = await import('./compare.ts');
    return compare(options, context);
  },
});
