/** Runs of the wizard: a script answers its questions, a service in memory its requests. */
import type { Selection } from '../../../src/api/types.ts';
import { flagTextsOf, type WizardOptions } from '../../../src/commands/plan/answers.ts';
import { runSteps, type WizardContext } from '../../../src/commands/plan/wizard.ts';
import { scriptedPrompts, type Scripted } from './prompts.ts';
import { quoteOf, wizardContext, type FakeWizardContext } from './wizard-context.ts';

export type Service = Partial<WizardContext['service']>;

interface WizardSetup {
  readonly options?: WizardOptions;
  readonly service?: Service;
  readonly context?: Partial<WizardContext>;
  readonly columns?: number;
}

export async function runWizard(
  script: readonly Scripted[],
  { options = {}, service, context, columns }: WizardSetup = {},
) {
  const prompts = scriptedPrompts(script, columns);
  const made: FakeWizardContext = { ...wizardContext(prompts, service), ...context, prompts };
  const quoted = await runSteps(flagTextsOf(options), made);
  prompts.finish();
  return {
    quoted,
    selection: quoted.selection,
    calls: made.calls,
    output: prompts.transcript.join('\n'),
    shown: prompts.shown,
  };
}

export const depotAnswers: Scripted[] = [
  ['Pick-up depot', 'auckland'],
  ['Drop-off depot', 'queen'],
];

export const dates = (pickUp: string, dropOff: string): Scripted[] => [
  ['Pick-up date', pickUp],
  ['Drop-off date', dropOff],
];

export const trip: Scripted[] = [...depotAnswers, ...dates('20 dec', '+7d')];

export const rest: Scripted[] = [
  ['Vehicle', 'Hiace'],
  ['Accessories', ['Chair']],
  ['Quantity of Chair', ''],
  ['Insurance', 'Full'],
];

export const next = (choice: string): Scripted => ['What next?', choice];
export const done = next('Done');
/** The vehicle 11 and its extras on a trip of 7 nights, and what the user does then. */
export const whole = (...then: Scripted[]): Scripted[] => [...trip, ...rest, ...then, done];

export const depotsAndExtras: WizardOptions = {
  pickUp: '1',
  dropOff: '2',
  accessory: ['1'],
  insurance: ['8'],
};
export const tripAndExtras: WizardOptions = {
  ...depotsAndExtras,
  from: '2026-12-20',
  to: '2026-12-27',
};

/** Requests for a quote fail as long as there is an error for them. */
export function failing(errorOf: (selection: Selection) => Error | undefined): Service {
  return {
    quote: async (selection) => {
      const error = errorOf(selection);
      if (error !== undefined) throw error;
      return quoteOf(selection);
    },
  };
}
