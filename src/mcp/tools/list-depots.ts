import * as z from 'zod/mini';
import { depot } from '../../api/answers.ts';
import { hoursInWords } from '../../planner/depot-times.ts';
import { listed, nearest, search } from '../../planner/names.ts';
import { list, object, optional, text as words } from '../../shape.ts';
import { text, yesNo } from '../inputs.ts';
import { defineTool } from '../tool.ts';

const { id, name, opening_hours_description, pickup_times, drop_off_times } = depot.fields;

export default defineTool({
  name: 'list_depots',
  title: 'List depots',
  description: 'Step 1, if you do not know the depots: their ids and hours. Costs 1 request, then none for 10 minutes.',
  asks: 'one',
  input: z.strictObject({
    search: z.optional(text('Part of a name, or an id')),
    times: z._default(yesNo('Also every time, and the words of the operator'), false),
  }),
  output: {
    depots: list(
      object({
        ...{ id, name, hours: words },
        opening_hours_description: optional(opening_hours_description),
        pickup_times: optional(pickup_times),
        drop_off_times: optional(drop_off_times),
      }),
    ),
  },
  pages: { lists: ['depots'], limit: 25 },
  async run({ search: query = '', times }, { session, note }) {
    const all = await session.depots.fresh();
    const found = search(query, all);
    const near = found.length === 0 ? nearest(query, all) : undefined;
    if (near !== undefined) note(`did you mean ${listed([near])}?`);
    return {
      depots: found.map((one) => ({
        ...(times ? one : { id: one.id, name: one.name }),
        // Made only for the depots that are shown.
        get hours() {
          return hoursInWords(one);
        },
      })),
    };
  },
});
