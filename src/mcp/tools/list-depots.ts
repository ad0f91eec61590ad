import * as z from 'zod/mini';
import { depots } from '../../api/answers.ts';
import { listed, nearest, search } from '../../planner/names.ts';
import { text } from '../inputs.ts';
import { defineTool } from '../tool.ts';

export default defineTool({
  name: 'list_depots',
  title: 'List depots',
  description:
    'Step 1, not needed if you know the depots. Depots with opening hours, pick-up and drop-off times. Costs 1 request, then none for 10 minutes.',
  asks: 'one',
  input: z.strictObject({ search: z.optional(text('Part of a name, or an id')) }),
  output: { depots },
  pages: { lists: ['depots'], limit: 25 },
  async run({ search: query = '' }, { session, note }) {
    const all = await session.depots.fresh();
    const found = search(query, all);
    const near = found.length === 0 ? nearest(query, all) : undefined;
    if (near !== undefined) note(`did you mean ${listed([near])}?`);
    return { depots: found };
  },
});
