import * as z from 'zod/mini';
import { checkoutLink } from '../../api/links.ts';
import { quoteSchema } from '../../api/schemas.ts';
import { timeLeft } from '../../planner/calendar.ts';
import { closedDaysOf } from '../../planner/closed-days.ts';
import { readExtras, readVehicle } from '../../planner/selection.ts';
import { readTrip } from '../../planner/trip.ts';
import { namedSchema, notesShape, selectionDocument, selectionSchema, tripDocument, tripSchema } from '../documents.ts';
import { extrasInput, extrasRequest, tripInput, tripRequest, vehicleInput } from '../inputs.ts';
import { defineTool } from '../tool.ts';

export default defineTool({
  name: 'get_quote',
  title: 'Get a quote',
  description:
    'The total price of one vehicle with its extras, what it is made of, how long it holds, and the link where a person can book. Step 4. Costs 1 request, and up to 4 more for names.',
  asks: 'one',
  input: z.strictObject({ vehicle: vehicleInput, ...tripInput, ...extrasInput }),
  output: z.object({
    quote: quoteSchema,
    seconds_left: z.int(),
    trip: tripSchema,
    vehicle: namedSchema,
    selection: selectionSchema,
    checkout_url: z.string(),
    ...notesShape,
  }),
  async run({ vehicle: query, ...input }, { session, note }) {
    const { operator, service, depots } = session;
    const { value: trip, notes } = await readTrip(tripRequest(input), session);
    note(...notes);
    const vehicle = await readVehicle(query, trip, session, { allowPart: false, note });
    const { chosen } = await readExtras(extrasRequest(input), vehicle.id, trip, session, note);
    const selection = { ...trip, vehicleId: vehicle.id, ...chosen };
    const quote = await service.quote(selection);
    const known = await depots.stored();
    note(...closedDaysOf([trip], known, session.today).map(({ message }) => message));
    return {
      quote,
      seconds_left: Math.max(0, Math.floor(timeLeft(quote.expiresAt, session.now()) / 1000)),
      trip: tripDocument(trip, known),
      vehicle,
      selection: selectionDocument(selection),
      checkout_url: checkoutLink(operator.siteUrl, selection),
    };
  },
});
