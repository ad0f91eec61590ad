import { NotAvailableError } from '../../../src/base/errors.ts';
import type {
  Accessory,
  Depot,
  InsurancePlan,
  Quote,
  Selection,
  Trip,
  Vehicle,
} from '../../../src/api/types.ts';
import type { WizardContext } from '../../../src/commands/plan/wizard.ts';
import { noChargedDays } from '../../../src/planner/charged-days.ts';
import { unconfiguredOperator } from '../../../src/operators/operator.ts';
import { quote } from '../../compare/samples.ts';
import type { ScriptedPrompts } from './prompts.ts';

export const depots: readonly Depot[] = [
  depot(1, 'Auckland Airport', ['weekday 09:00', 'weekday 17:00', 'weekend 10:00']),
  depot(2, 'Queenstown', ['weekday 08:30', 'weekend 08:30']),
  depot(3, '京都駅\u001B[2J', ['holiday 11:00']),
];

/** Lists no times on weekends. */
export const closedQueenstown = depot(2, 'Queenstown', ['weekday 08:30']);

export const vehicles: readonly Vehicle[] = [
  { vehicleId: 11, name: 'Hiace', rentalDailyRate: 89.5, imageUrl: '' },
  { vehicleId: 12, name: 'Jucy', rentalDailyRate: 120, imageUrl: '' },
  { vehicleId: 13, name: 'Alpine', rentalDailyRate: 89.5, imageUrl: '' },
];

export const accessories: readonly Accessory[] = [
  { id: 1, name: 'Chair', price: 5 },
  { id: 2, name: 'Snow chains', price: 40 },
];

export const plans: readonly InsurancePlan[] = [
  { id: 7, name: 'Basic', price: 0 },
  { id: 8, name: 'Full', price: 210 },
];

export interface FakeWizardContext extends WizardContext {
  readonly prompts: ScriptedPrompts;
  /** Every call of the service, in order. */
  readonly calls: string[];
}

/** A wizard context with a service in memory; the methods of `replaced` override its own. */
export function wizardContext(
  prompts: ScriptedPrompts,
  replaced: Partial<WizardContext['service']> = {},
): FakeWizardContext {
  const calls: string[] = [];
  const service: WizardContext['service'] = {
    availability: async () => [...vehicles],
    accessories: async () => [...accessories],
    insuranceTypes: async () => [...plans],
    quote: async (selection) => quoteOf(selection),
    ...replaced,
  };
  return {
    prompts,
    calls,
    service: {
      availability: (trip) =>
        called(`availability ${tripWords(trip)}`, () => service.availability(trip)),
      accessories: (id, dates) => called(`accessories ${id}`, () => service.accessories(id, dates)),
      insuranceTypes: (id, dates) =>
        called(`insurance-types ${id}`, () => service.insuranceTypes(id, dates)),
      quote: (selection) =>
        called(
          `quote ${tripWords(selection)} ${selection.vehicleId} [${selection.accessoryIds.join()}] ${selection.insuranceId}`,
          () => service.quote(selection),
        ),
    },
    chargedDays: noChargedDays,
    depots: async () => depots,
    operator: unconfiguredOperator('http://127.0.0.1:1/api/agent'),
    today: '2026-11-20',
    now: () => Date.parse('2026-11-20T00:00:00Z'),
    open: async (url) => void calls.push(`open ${url}`),
  };

  async function called<T>(call: string, answer: () => Promise<T>): Promise<T> {
    calls.push(call);
    return answer();
  }
}

export function quoteOf(selection: Selection): Quote {
  const quoteId = `Q-${selection.vehicleId}-${selection.pickUpDate}`;
  return { ...quote(626.5), quoteId, expiresAt: '2026-11-20T00:30:00Z' };
}

export const soldOut = new NotAvailableError('This vehicle was just taken', { status: 404 });

function depot(id: number, name: string, times: readonly string[]): Depot {
  const entries = times.map((entry) => {
    const [day = '', time = ''] = entry.split(' ');
    return { day, time };
  });
  return {
    id,
    name,
    pickup_times: entries,
    drop_off_times: entries,
    opening_hours_description: `Hours of ${id}`,
  };
}

function tripWords(trip: Trip): string {
  return `${trip.pickUpDepotId}>${trip.dropOffDepotId} ${trip.pickUpDate}>${trip.dropOffDate}`;
}
