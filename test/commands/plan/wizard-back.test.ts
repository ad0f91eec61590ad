/** The way back through the questions of the wizard, and out of it. From each question: test/screens/questions.test.ts. */
import { expect, it } from 'vitest';
import { runSteps } from '../../../src/commands/plan/wizard.ts';
import { BackError, InterruptedError, UnavailableError } from '../../../src/base/errors.ts';
import { scriptedPrompts, type Scripted } from './prompts.ts';
import { wizardContext } from './wizard-context.ts';
import { done, failing, given, next, rest, runWizard, trip, whole } from './wizard-scripts.ts';

const back = (question: string): Scripted => [question, new BackError()];

it('leads from the count of the second accessory to the list', async () => {
  const { calls } = await runWizard([
    ...trip,
    ['Vehicle', 'Hiace'],
    ['Accessories', ['Chair', 'Snow']],
    ['Quantity of Chair', '3'],
    back('Quantity of Snow'),
    ['Accessories', ''],
    ['Quantity of Chair', '3'],
    ['Quantity of Snow', '2'],
    ['Insurance', 'Full'],
    done,
  ]);
  expect(calls.at(-1)).toBe('quote 1>2 2026-12-20>2026-12-27 11 [1,1,1,2,2] 8');
});

it('undoes a change, without the choices of a menu, and quotes what is chosen then', async () => {
  const change: Scripted[] = [next('Open'), next('Change dates'), ['Pick-up date', ''], ['Drop-off date', '+9d']];
  const { selection, calls } = await runWizard([
    ...[...trip, ...rest, ...change],
    ...['What next?', 'Drop-off date', 'Pick-up date'].map(back),
    done,
  ]);
  expect(selection.dropOffDate).toBe('2026-12-27');
  expect(calls.at(-1)).toBe('quote 1>2 2026-12-20>2026-12-27 11 [1] 8');
  expect(calls.filter((call) => call.startsWith('availability'))).toHaveLength(2);
});

it('leads past the answers of flags, which are read again then', async () => {
  const { to: _, ...options } = given;
  const script: Scripted[] = [['Drop-off date', '+7d'], back('Vehicle'), ['Drop-off date', '+9d'], ['Vehicle', 'Jucy']];
  const { selection } = await runWizard([...script, done], { options });
  expect(selection).toMatchObject({ dropOffDate: '2026-12-29', vehicleId: 12, accessoryIds: [1] });
});

it('leads from an error of the service to the last question', async () => {
  const errors = [new UnavailableError('the service is down')];
  const service = failing(() => errors.pop());
  const { selection } = await runWizard(whole(back('What now?'), ['Insurance', '']), { service });
  expect(selection.vehicleId).toBe(11);
});

it('ends the wizard at the first question', async () => {
  const prompts = scriptedPrompts([
    ...trip.slice(0, 2),
    ...['Pick-up date', 'Drop-off depot', 'Pick-up depot'].map(back),
  ]);
  await expect(runSteps({}, { ...wizardContext(prompts), prompts })).rejects.toThrow(InterruptedError);
  expect(prompts.transcript.at(-1)).toBe('That was the first question: the wizard ends.');
});
