import * as answers from '../../api/answers.ts';
import quote from '../../commands/quote.ts';
import { checkoutUrl, type quote as document } from '../../documents/planning.ts';
import type { CalendarDate } from '../../api/types.ts';
import { timeLeft } from '../../planner/calendar.ts';
import { perNight } from '../../planner/sweep/rank.ts';
import { amount, integer, list, optional, text, type ValueOf } from '../../shape.ts';
import { tripInputs, tripSays } from '../inputs.ts';
import { defineTool } from '../tool.ts';
import { givenVehicle, withName } from '../vehicle-names.ts';

export default defineTool({
  name: 'get_quote',
  title: 'Get a quote',
  description:
    'Step 4. The total price of a vehicle with extras, what it is made of, how long it holds, and the link where a person books. Costs 1 or 2 requests with ids, at most 5 with names.',
  command: quote,
  asks: 'one',
  inputs: ['vehicle', ...tripInputs, 'accessory', 'insurance', 'max-total'],
  needs: ['vehicle', 'pick-up', 'from', 'to|nights'],
  says: { ...tripSays, 'max-total': 'A note says if the total is above: 1500, or 1500 NZD' },
  output: {
    ...{ trip: optional(text), vehicle: givenVehicle },
    ...answers.quote.fields,
    ...{ perNight: optional(amount), secondsLeft: integer, missing: optional(list(text)) },
    checkoutUrl,
  },
  show: async (value: ValueOf<typeof document.value>, { trip, session, now }) => {
    const { selection, vehicle, warnings = [], quote: served = value, expiresAt } = value;
    const dates = {
      pickUpDate: selection.pick_up_date as CalendarDate,
      dropOffDate: selection.drop_off_date as CalendarDate,
    };
    const missing = warnings.flatMap((one) => ('kind' in one ? [one.name ?? String(one.id ?? one.kind)] : []));
    return {
      ...served,
      ...{ trip, vehicle: await withName(vehicle ?? { id: selection.vehicle_id }, session) },
      perNight: perNight({ ...dates, quote: served }),
      secondsLeft: Math.max(0, Math.floor(timeLeft(expiresAt, now()) / 1000)),
      missing: missing.length === 0 ? undefined : missing,
      checkoutUrl: value.checkoutUrl,
    };
  },
});
