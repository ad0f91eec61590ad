import type { Accessory, InsurancePlan, Trip } from '../api/types.ts';
import { defineCommand } from '../cli/command.ts';
import { flagOf } from '../cli/flags.ts';
import type { Context } from '../cli/context.ts';
import { requireTrip, tripFlags, type TripOptions } from '../cli/trip-flags.ts';
import { exitCodes, InputNeededError, UsageError } from '../errors.ts';
import { anyPart, isId } from '../planner/names.ts';
import { mostPriced, priceExtras, wantedExtras, type OfferedExtra } from '../planner/priced-extras.ts';
import { pricingDocument, pricingNotes } from '../planner/pricing-answer.ts';
import { readVehicle } from '../planner/selection.ts';
import type { Session } from '../planner/session.ts';
import { readDates, readTrip } from '../planner/trip.ts';
import { lookedUp, unitNote } from './shared/quote-view.ts';
import { columnsOf } from '../document.ts';
import { extras, pricedExtras } from '../documents/extras.ts';
import { answer, type Block, type Result, type Row } from '../result.ts';
import type { Form } from '../shape.ts';
import { plural, showMoney } from '../text.ts';
import { formatMoney } from '../planner/money.ts';

export default defineCommand({
  name: 'extras',
  group: 'BROWSE',
  summary: "list a vehicle's accessories and insurance plans",
  purpose:
    'Lists the accessories and insurance plans of a vehicle. Give the dates if the list depends on them. To use the ' +
    'name of a vehicle, or for --priced, also give depots and dates.',
  args: { vehicle: { help: 'id or name', required: true, offers: { names: 'vehicle' } } },
  flags: {
    ...tripFlags,
    priced: { kind: 'switch', help: `what each costs for the trip: a quote for each, ${mostPriced} at most` },
    only: {
      kind: 'list',
      commas: 'names',
      value: 'id|name',
      help: 'only these extras: a,b',
      offers: { names: 'accessory' },
    },
  },
  isServed: true,
  examples: [
    { does: 'Of vehicle 101', line: 'rental extras 101 --sandbox' },
    {
      does: 'By name, as JSON',
      line: 'rental extras "ruru 2-berth campervan" --pick-up auckland --from +30d --to +7d --sandbox --json',
    },
    {
      does: 'What two of them cost for a trip',
      line: 'rental extras 101 --pick-up 1 --from +30d --to +7d --priced --only "child seat,zero excess" --sandbox',
    },
  ],
  see: ['names', 'dates'],
  async run({ vehicle, priced, only, ...options }, context): Promise<Result> {
    if (priced) requireTrip(options);
    const session = await context.session();
    const isNamed = !isId(vehicle);
    const rental = isNamed || priced ? await givenTrip(options, session, context) : undefined;
    const dates = rental ?? (await givenDates(options, session, context));
    const rules = { allowPart: context.canPrompt, note: context.note };
    const found = rental === undefined ? { id: Number(vehicle) } : await readVehicle(vehicle, rental, session, rules);
    const [accessories, plans] = await Promise.all([
      session.service.accessories(found.id, dates),
      session.service.insuranceTypes(found.id, dates),
    ]);
    const wanted = wantedExtras({ accessories, plans }, only, context.note);
    const listed = { vehicleId: found.id, ...lookedUp(found) };
    if (priced && rental !== undefined) return pricedResult(listed, wanted, { ...rental, session, context });
    const ofKind = (kind: OfferedExtra['kind']) => wanted.filter((one) => one.kind === kind).map(({ extra }) => extra);
    const [shown, shownPlans] = [ofKind('accessory'), ofKind('insurance')];
    return answer(extras, {
      value: { ...listed, accessories: shown, insuranceTypes: shownPlans },
      view: extrasView(shown, shownPlans, only !== undefined),
    });
  },
});

interface Pricing extends Trip {
  readonly session: Session;
  readonly context: Context;
}

/** Exit code 8 if some extra has no amount: the rest is printed. */
async function pricedResult(
  listed: { readonly vehicleId: number; readonly vehicle: { id: number; name: string } | undefined },
  wanted: readonly OfferedExtra[],
  { session, context, ...trip }: Pricing,
): Promise<Result> {
  const { vehicleId } = listed;
  const options = { most: mostPriced, signal: context.signal };
  const pricing = await priceExtras({ ...trip, vehicleId }, wanted, session, options);
  context.warn(...pricingNotes(pricing, (error) => error.message));
  const value = { ...listed, ...pricingDocument(pricing) };
  const { totalWithout, currency, requests } = value;
  const total = `${showMoney(formatMoney(totalWithout))} ${currency}`;
  const note = `For this trip, from ${plural(requests, 'quote')}; without extras it costs ${total}.`;
  return answer(pricedExtras, {
    value,
    view: [
      ...tables([value.accessories, value.insuranceTypes], pricedExtras, true),
      { kind: 'text', text: note, style: 'dim' },
    ],
    exitCode: pricing.extras.some((one) => 'problem' in one) ? exitCodes.partial : exitCodes.ok,
  });
}

async function givenDates({ from, to }: TripOptions, session: Session, context: Context) {
  if (from === undefined && to === undefined) return undefined;
  if (from === undefined || to === undefined) {
    throw new InputNeededError(`${flagOf(from === undefined ? 'from' : 'to')} is also needed`, {
      hint: 'give both dates, or neither',
    });
  }
  const { value, notes } = await readDates({ from, to }, session.today());
  context.note(...notes);
  return value;
}

/** A name of a vehicle is looked up among those that are free for the trip. */
async function givenTrip(options: TripOptions, session: Session, context: Context): Promise<Trip> {
  const { pickUp, from, to } = options;
  if (pickUp === undefined || from === undefined || to === undefined) {
    throw new UsageError('to use a name, also give depots and dates', {
      hint: "give the vehicle's id, or add --pick-up, --from and --to",
    });
  }
  const { value: trip, notes } = await readTrip(requireTrip(options), session, anyPart);
  context.note(...notes);
  return trip;
}

function extrasView(accessories: readonly Accessory[], plans: readonly InsurancePlan[], isPart: boolean): Block[] {
  const isEmpty = accessories.length + plans.length === 0;
  const note: Block = { kind: 'text', text: unitNote, style: 'dim' };
  return [...tables([accessories, plans], extras, isPart), ...(isEmpty ? [] : [note])];
}

/** `isPart`: a list can be empty because nothing of it is wanted. */
function tables([accessories, plans]: readonly (readonly Row[])[], form: Form, isPart: boolean): Block[] {
  const table = (rows: readonly Row[] = [], header: string, none: string): Block[] => {
    if (rows.length > 0) return [{ kind: 'table', columns: columnsOf(form, { name: { header } }), rows }];
    return isPart ? [] : [{ kind: 'text', text: `This vehicle has no ${none}.` }];
  };
  return [
    ...table(accessories, 'ACCESSORY', 'accessories to add'),
    ...table(plans, 'INSURANCE PLAN', 'insurance plans to choose'),
  ];
}
