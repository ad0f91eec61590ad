import * as z from 'zod/mini';
import { checkoutLink } from '../../api/links.ts';
import { quote as served } from '../../api/answers.ts';
import { checkoutUrl } from '../../documents/planning.ts';
import { timeLeft } from '../../planner/calendar.ts';
import { dayNotes } from '../../planner/closed-days.ts';
import { chosenIds, unprovenIn } from '../../planner/proof.ts';
import { expiredNotes } from '../../planner/expiry.ts';
import { readExtras } from '../../planner/extras.ts';
import { readVehicle } from '../../planner/selection.ts';
import { perNight } from '../../planner/sweep/rank.ts';
import { readTrip } from '../../planner/trip.ts';
import { orUnknownId } from '../../planner/unknown-ids.ts';
import { depotsToName, givenVehicle, tripInWords, withName } from '../documents.ts';
import { amount, integer, list, optional, text } from '../../shape.ts';
import { extrasInput, extrasRequest, tripInput, tripRequest, vehicleInput } from '../inputs.ts';
import { defineTool } from '../tool.ts';

export default defineTool({
  name: 'get_quote',
  title: 'Get a quote',
  description:
    'Step 4. The total price of a vehicle with extras, what it is made of, how long it holds, and the link where a person books. Costs 1 to 3 requests with ids, at most 5 with names.',
  asks: 'one',
  input: z.strictObject({ vehicle: vehicleInput, ...tripInput, ...extrasInput }),
  output: {
    quote: served,
    perNight: optional(amount),
    secondsLeft: integer,
    trip: text,
    vehicle: givenVehicle,
    missing: list(text),
    checkoutUrl,
  },
  async run({ vehicle: query, ...input }, { session, note }) {
    const { operator, service } = session;
    const { value: trip, notes } = await readTrip(tripRequest(input), session);
    note(...notes);
    const vehicle = await readVehicle(query, trip, session, { allowPart: false, note });
    const { asked: extras } = await readExtras(extrasRequest(input), vehicle.id, trip, session, note);
    const asked = { ...trip, vehicleId: vehicle.id, ...chosenIds(extras) };
    const quote = await orUnknownId(service.quote(asked), { trip, vehicleId: vehicle.id, extras }, session);
    const unproven = unprovenIn(quote, extras);
    note(...unproven.map(({ message }) => message));
    note(...expiredNotes([quote], session.now()));
    const depots = await depotsToName(session);
    note(...dayNotes([trip], depots, session.today));
    return {
      quote,
      perNight: perNight({ ...trip, quote }),
      secondsLeft: Math.max(0, Math.floor(timeLeft(quote.expiresAt, session.now()) / 1000)),
      trip: tripInWords(trip, depots),
      vehicle: await withName(vehicle, trip, session),
      missing: unproven.map(({ label }) => label),
      checkoutUrl: checkoutLink(operator.siteUrl, asked),
    };
  },
});
