/**
 * The way back through the questions of the wizard, and out of it. From each question:
 * test/screens/questions.test.ts.
 */
import { expect, it } from 'vitest';
import { sample } from '../../support/thorough.ts';
import { runSteps } from '../../../src/commands/plan/wizard.ts';
import {
  BackError,
  InterruptedError,
  RefusedError,
  UnavailableError,
} from '../../../src/base/errors.ts';
import { fakeTerminal, interrupt } from '../../support/fake-terminal.ts';
import { scriptedPrompts, type Scripted } from './prompts.ts';
import { wizardContext } from './wizard-context.ts';
import {
  dates,
  depotAnswers,
  done,
  failing,
  tripAndExtras,
  next,
  rest,
  runWizard,
  trip,
  whole,
} from './wizard-scripts.ts';

const back = (question: string): Scripted => [question, new BackError()];

const twoAccessories: Scripted[] = [
  ...trip,
  ['Vehicle', 'Hiace'],
  ['Accessories', ['Chair', 'Snow']],
  ['Quantity of Chair', '3'],
];

it('Esc leads from each count to the one before, and from the first one to the list', async () => {
  const { calls } = await runWizard([
    ...twoAccessories,
    back('Quantity of Snow'),
    back('Quantity of Chair'),
    ['Accessories', ''],
    ['Quantity of Chair', ''],
    ['Quantity of Snow', '2'],
    back('Insurance'),
    back('Quantity of Snow'),
    ['Quantity of Chair', '4'],
    ['Quantity of Snow', ''],
    ['Insurance', 'Full'],
    done,
  ]);
  expect(calls.at(-1)).toBe('quote 1>2 2026-12-20>2026-12-27 11 [1,1,1,1,2,2] 8');
});

it('Esc leads from the list of accessories to the vehicle, and the counts are offered again', async () => {
  const script: Scripted[] = [
    ...twoAccessories,
    back('Quantity of Snow'),
    back('Quantity of Chair'),
    back('Accessories'),
  ];
  const forward: Scripted[] = [
    ['Vehicle', ''],
    ['Accessories', ''],
    ['Quantity of Chair', ''],
    ['Quantity of Snow', ''],
  ];
  const { calls } = await runWizard([...script, ...forward, ['Insurance', 'Full'], done]);
  expect(calls.at(-1)).toBe('quote 1>2 2026-12-20>2026-12-27 11 [1,1,1,2] 8');
});

it('Esc leads out of a finished change and past the menu, and the change stays', async () => {
  const change: Scripted[] = [
    next('Open'),
    next('Change dates'),
    ['Pick-up date', ''],
    ['Drop-off date', '+9d'],
  ];
  const { selection, calls } = await runWizard([
    ...trip,
    ...rest,
    ...change,
    back('What next?'),
    back('Drop-off date'),
    back('Pick-up date'),
    done,
  ]);
  expect(selection.dropOffDate).toBe('2026-12-29');
  expect(calls.at(-1)).toBe('quote 1>2 2026-12-20>2026-12-29 11 [1] 8');
  expect(calls.filter((call) => call.startsWith('availability'))).toHaveLength(2);
});

it('Esc from the menu out of a change keeps the vehicle that was chosen in it', async () => {
  const change: Scripted[] = [
    next('Change vehicle'),
    ['Vehicle', 'Jucy'],
    back('What next?'),
    back('Vehicle'),
  ];
  const { selection, shown } = await runWizard(whole(...change));
  expect(selection.vehicleId).toBe(12);
  // The only receipt that is left names what is priced.
  expect(
    shown.filter((line) => /^(Hiace|Jucy|Total)/.test(line)).map((line) => line.split(' ')[0]),
  ).toEqual(['Jucy', 'Total']);
  expect(shown).toContain(
    'Auckland Airport → Queenstown, Sun 20 Dec 2026 – Sun 27 Dec 2026, 7 nights',
  );
});

it('another pick-up depot is suggested for the drop-off too if the trip returned to its start', async () => {
  const { calls } = await runWizard([
    ['Pick-up depot', 'Auckland'],
    ['Drop-off depot', 'Auckland'],
    back('Pick-up date'),
    back('Drop-off depot'),
    ['Pick-up depot', 'Queenstown'],
    ['Drop-off depot', ''],
    ...dates('20 dec', '+7d'),
    ...rest,
    done,
  ]);
  expect(calls.at(-1)).toMatch(/^quote 2>2 /);
});

it('another pick-up depot leaves the drop-off of a one-way trip as it was', async () => {
  const { calls } = await runWizard([
    ['Pick-up depot', 'Auckland'],
    ['Drop-off depot', 'Queenstown'],
    back('Pick-up date'),
    back('Drop-off depot'),
    ['Pick-up depot', 'Auckland'],
    ['Drop-off depot', ''],
    ...dates('20 dec', '+7d'),
    ...rest,
    done,
  ]);
  expect(calls.at(-1)).toMatch(/^quote 1>2 /);
});

it('Esc drops a change that was not finished', async () => {
  const change: Scripted[] = [
    next('Change dates'),
    ['Pick-up date', '22 dec'],
    back('Drop-off date'),
    back('Pick-up date'),
  ];
  expect((await runWizard(whole(...change))).selection.pickUpDate).toBe('2026-12-20');
});

it('Esc erases the answers of the questions that are open again', async () => {
  const { shown } = await runWizard([
    ...depotAnswers.slice(0, 1),
    back('Drop-off depot'),
    ...depotAnswers,
    ...dates('20 dec', '+7d'),
    ['Vehicle', 'Hiace'],
    ['Accessories', ['Chair']],
    back('Quantity of Chair'),
    ['Accessories', ['Snow']],
    ['Quantity of Snow', ''],
    back('Insurance'),
    ['Quantity of Snow', ''],
    ['Insurance', 'Full'],
    done,
  ]);
  const answered = shown.filter((line) => line.startsWith('? ')).map((line) => line.slice(2));
  expect(answered).toEqual([
    'Pick-up depot: auckland',
    'Drop-off depot: queen',
    'Pick-up date: 20 dec',
    'Drop-off date: +7d',
    'Vehicle (NZD): Hiace',
    'Quantity of Snow chains: ',
    'Insurance (NZD): Full',
    'What next?: Done',
  ]);
  // The line of the list stands for its erased answer, and the explanation is there once.
  expect(shown.filter((line) => line === '  Accessories: Snow chains')).toHaveLength(1);
  expect(shown.filter((line) => line.includes('per day or'))).toHaveLength(1);
});

it('Esc passes questions that flags have answered, and their flags are read again', async () => {
  const { to: _, ...options } = tripAndExtras;
  const script: Scripted[] = [
    ['Drop-off date', '+7d'],
    back('Vehicle'),
    ['Drop-off date', '+9d'],
    ['Vehicle', 'Jucy'],
  ];
  const { selection } = await runWizard([...script, done], { options });
  expect(selection).toMatchObject({ dropOffDate: '2026-12-29', vehicleId: 12, accessoryIds: [1] });
});

it('Esc leads through a change to earlier questions, which offer the latest answers', async () => {
  const refused = new RefusedError('no', { status: 400, served: 'accessory_ids: too many' });
  const service = failing(({ accessoryIds }) => (accessoryIds.length > 2 ? refused : undefined));
  const forward: Scripted[] = [
    ...trip,
    ...rest.slice(0, 2),
    ['Quantity of Chair', '5'],
    ['Insurance', 'Full'],
  ];
  const menu: Scripted[] = [
    ['What now?', 'Change the number of Chair'],
    ['Quantity of Chair', '2'],
  ];
  const backward = ['What next?', 'Quantity of Chair', 'Accessories'].map(back);
  const { calls } = await runWizard(
    [...forward, ...menu, ...backward, ['Insurance', 'Basic'], done],
    { service },
  );
  expect(
    calls.filter((call) => call.startsWith('quote')).map((call) => call.replace(/.*\[/, '[')),
  ).toEqual(['[1,1,1,1,1] 8', '[1,1] 8', '[1,1] 7']);
});

it('Esc leads from a question of "What now?" back to it, and then to the last question', async () => {
  const errors = [new RefusedError('vehicle_id is unknown', { status: 400 })];
  const service = failing(() => errors.pop());
  const menu: Scripted[] = [['What now?', 'Change dates'], back('Pick-up date'), back('What now?')];
  const { output, selection } = await runWizard(whole(...menu, ['Insurance', '']), { service });
  expect(output.match(/Vehicle_id is unknown/g)).toHaveLength(2);
  expect(selection.pickUpDate).toBe('2026-12-20');
});

it('Esc leads through a change back to "What now?"; a new change offers the latest answers', async () => {
  const errors = [new RefusedError('no', { status: 400, served: 'pick_up_date is a holiday' })];
  const service = failing(() => errors.pop());
  const change: Scripted = ['What now?', 'Change dates'];
  const backward = ['Drop-off date', 'Pick-up date'].map(back);
  const { selection } = await runWizard(
    whole(change, ['Pick-up date', '22 dec'], ...backward, change, ...dates('', '')),
    { service },
  );
  expect(selection).toMatchObject({ pickUpDate: '2026-12-22', dropOffDate: '2026-12-29' });
});

it('Esc leads from an error of the service to the last question', async () => {
  const errors = [new UnavailableError('the service is down')];
  const service = failing(() => errors.pop());
  const { selection } = await runWizard(whole(back('What now?'), ['Insurance', '']), { service });
  expect(selection.vehicleId).toBe(11);
});

it('Esc at the first question ends the wizard', async () => {
  const prompts = scriptedPrompts([
    ...trip.slice(0, 2),
    back('Pick-up date'),
    back('Drop-off depot'),
    back('Pick-up depot'),
  ]);
  await expect(runSteps({}, { ...wizardContext(prompts), prompts })).rejects.toThrow(
    InterruptedError,
  );
  expect(prompts.transcript.at(-1)).toBe('That was the first question: the wizard ends.');
});

it.each(
  sample(
    [
      [[], 'Pick-up depot', 'auckland airport\r', 'Drop-off depot'],
      [['--pick-up', '1', '--drop-off', '1'], 'Pick-up date', '+30d\r', 'Drop-off date'],
    ],
    2,
  ),
)(
  'with the flags %j, the first question says that Esc stops',
  async (flags, first, answer, second) => {
    const screen = fakeTerminal(['plan', '--sandbox', ...flags]);
    await screen.asks(first);
    await screen.shows('esc stop');
    screen.press(answer);
    await screen.asks(second);
    await screen.shows('esc back');
    screen.press('\u001B');
    await screen.asks(first);
    await screen.shows('esc stop');
    await interrupt(screen);
  },
);
