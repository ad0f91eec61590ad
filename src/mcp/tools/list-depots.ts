import * as z from 'zod/mini';
import { depots } from '../../api/answers.ts';
import { UsageError } from '../../errors.ts';
import { listed, nearest, search } from '../../planner/names.ts';
import * as shape from '../../shape.ts';
import { count, text } from '../inputs.ts';
import { defineTool } from '../tool.ts';

export default defineTool({
  name: 'list_depots',
  title: 'List depots',
  description:
    'Step 1, not needed if you know the depots. Depots with opening hours, pick-up and drop-off times. Costs 1 request, then none for 10 minutes.',
  asks: 'one',
  input: z.strictObject({
    search: z.optional(text('Part of a name, or an id')),
    limit: z._default(count(1, 100), 25),
    cursor: z.optional(text('next_cursor of the page before')),
  }),
  output: { depots, total: shape.integer, next_cursor: shape.optional(shape.text) },
  async run({ search: query = '', limit, cursor }, { session, note }) {
    const start = startOf(cursor);
    const all = await session.depots.fresh();
    const found = search(query, all);
    const near = found.length === 0 ? nearest(query, all) : undefined;
    if (near !== undefined) note(`did you mean ${listed([near])}?`);
    const end = start + limit;
    return {
      depots: found.slice(start, end),
      total: found.length,
      ...(end < found.length && { next_cursor: String(end) }),
    };
  },
});

/** A cursor is the number of depots before the page. */
function startOf(cursor = '0'): number {
  if (/^\d{1,9}$/.test(cursor)) return Number(cursor);
  throw new UsageError('cursor: expected the next_cursor of an earlier answer');
}
