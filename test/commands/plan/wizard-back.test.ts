/** The way back through the questions of the wizard, and out of it. */
import { expect, it } from 'vitest';
import { askSteps, type WizardOptions } from '../../../src/commands/plan/wizard.ts';
import { BackError, InterruptedError, UnavailableError } from '../../../src/errors.ts';
import { scriptedPrompts, type Scripted } from './prompts.ts';
import { wizardContext } from './wizard-context.ts';
import { depotAnswers, done, failing, next, rest, runWizard, trip, whole } from './wizard-scripts.ts';

const back = (question: string): Scripted => [question, new BackError()];

it('leads from each question to the one before, with its answer', async () => {
  const { calls, output } = await runWizard([
    ['Pick-up depot', 'auckland'],
    back('Drop-off depot'),
    ['Pick-up depot', ''],
    ['Drop-off depot', 'queen'],
    back('Pick-up date'),
    ['Drop-off depot', ''],
    ['Pick-up date', '20 dec'],
    back('Drop-off date'),
    ['Pick-up date', ''],
    ['Drop-off date', '+7d'],
    back('Vehicle'),
    ['Drop-off date', ''],
    ['Vehicle', 'Hiace'],
    back('Accessories'),
    ['Vehicle', ''],
    ['Accessories', ['Chair', 'Snow']],
    ['How many? Chair', '3'],
    back('How many? Snow'),
    ['How many? Chair', ''],
    ['How many? Snow', '2'],
    back('Insurance'),
    ['Accessories', ''],
    ['How many? Chair', ''],
    ['How many? Snow', ''],
    ['Insurance', 'Full'],
    back('What next?'),
    ['Insurance', ''],
    done,
  ]);
  expect(calls.at(-1)).toBe('quote 1>2 2026-12-20>2026-12-27 11 [1,1,1,2,2] 8');
  expect(output).toContain('Compared with the last quote: unchanged');
});

it('keeps quantities over several questions, also 0, which unticks', async () => {
  const { calls, output } = await runWizard([
    ...trip,
    ['Vehicle', 'Hiace'],
    ['Accessories', ['Chair', 'Snow']],
    ['How many? Chair', '3'],
    ['How many? Snow', '0'],
    ...['Insurance', 'Accessories'].map(back),
    ['Vehicle', ''],
    ['Accessories', ''],
    back('How many? Chair'),
    ['Accessories', ''],
    ['How many? Chair', ''],
    ['Insurance', 'Full'],
    next('Change accessories'),
    ['Accessories', ['Snow']],
    ['How many? Snow', ''],
    done,
  ]);
  expect(output.match(/= \d$/gm)).toEqual(['= 3', '= 0', '= 3', '= 1']);
  expect(calls.at(-1)).toBe('quote 1>2 2026-12-20>2026-12-27 11 [2] 8');
});

it('undoes a change, and passes over the choices of a menu', async () => {
  const change: Scripted[] = [next('Print'), next('Change dates'), ['Pick-up date', '21 dec']];
  const script = whole(...change, ...['Drop-off date', 'Pick-up date', 'What next?'].map(back), ['Insurance', '']);
  const { plan, calls } = await runWizard(script);
  expect(plan.pickUpDate).toBe('2026-12-20');
  expect(calls.filter((call) => call.startsWith('availability'))).toHaveLength(1);
});

it('shows the quote again to which an undone change leads back', async () => {
  const change: Scripted[] = [next('Change dates'), ['Pick-up date', ''], ['Drop-off date', '+9d']];
  const { plan, output, calls } = await runWizard([
    ...[...trip, ...rest, ...change],
    ...['What next?', 'Drop-off date', 'Pick-up date'].map(back),
    done,
  ]);
  expect([plan.dropOffDate, calls.filter((call) => call.startsWith('quote')).length]).toEqual(['2026-12-27', 2]);
  // Three times: of 7 nights, of 9, and of 7, which is booked.
  expect(output.match(/valid until/g)).toHaveLength(3);
});

it('leads from an error of the service to the last question', async () => {
  const service = failing(new UnavailableError('the service is down for now'), 1);
  const { plan } = await runWizard(whole(back('Try again?'), ['Insurance', '']), { service });
  expect(plan.vehicle.name).toBe('Hiace');
});

it('ends the wizard at the first question, with the answers that it led past as a command', async () => {
  const prompts = scriptedPrompts([
    ...trip.slice(0, 3),
    ...['Drop-off date', 'Pick-up date', 'Drop-off depot', 'Pick-up depot'].map(back),
  ]);
  await expect(askSteps({}, { ...wizardContext(prompts), prompts })).rejects.toThrow(InterruptedError);
  expect(prompts.transcript.slice(-3)).toEqual([
    'That was the first question: the wizard ends.',
    'The plan so far as a command:',
    'rental plan --operator test --pick-up 1 --drop-off 2 --from 2026-12-20',
  ]);
});

const dates = '--from 2026-12-20 --to 2026-12-27';
it.each<[Scripted[], WizardOptions, string | undefined]>([
  [[], {}, undefined],
  [depotAnswers.slice(0, 1), {}, '--pick-up 1'],
  [trip, { vehicle: 'no such', insurance: '8' }, `--pick-up 1 --drop-off 2 ${dates} --insurance 8`],
  [[...trip, ...rest], {}, `--pick-up 1 --drop-off 2 ${dates} --vehicle 11 --accessory 1 --insurance 8`],
])('Ctrl-C after %j ends it with the plan so far as a command', async (answers, options, words) => {
  const prompts = scriptedPrompts([...answers, ['', new InterruptedError()]]);
  await expect(askSteps(options, { ...wizardContext(prompts), prompts })).rejects.toThrow(InterruptedError);
  expect(prompts.transcript.at(-1)).toBe(words && `rental plan --operator test ${words}`);
});
