/** What follows Esc, Ctrl-C and errors of the service. */
import {
  BackError,
  InterruptedError,
  isTransient,
  NotAvailableError,
  RefusedError,
  type RentalError,
} from '../../errors.ts';
import { quoteShell, sentence } from '../../text.ts';
import { planWords } from '../shared/command-line.ts';
import { changeChoices, changes, flagsOf, type Change } from './answers.ts';
import { changeable, forget, type Run } from './run-state.ts';

/** Goes back, or asks what to do about an error of the service. Throws the error if it ends the wizard. */
export async function recover(run: Run, error: unknown): Promise<void> {
  if (error instanceof InterruptedError) return leave(run, error);
  try {
    if (error instanceof RefusedError) {
      const choices = await changeable(run);
      // The lists may be old: an extra in them can be the reason why the quote was refused.
      run.lists.forget();
      await changeSomething(run, error, choices);
    } else if (error instanceof NotAvailableError && run.place.answers.pickUpDate !== undefined) {
      await changeSomething(run, error, ['dates', 'depots']);
    } else if (!isTransient(error)) throw error;
    else {
      run.context.prompts.say(sentence(error.message), 'warning');
      if (!(await run.context.prompts.confirm('Try again?', true))) throw error;
    }
  } catch (inner) {
    if (!(inner instanceof InterruptedError)) throw inner;
    leave(run, inner);
  }
}

/** Esc leads to the question before. Ctrl-C, and Esc at the first question, print the plan so far as a command: nobody has to answer everything again. */
function leave(run: Run, error: InterruptedError): void {
  const { context, history, place } = run;
  const { prompts, operatorFlags } = context;
  const earlier = error instanceof BackError ? history.pop() : undefined;
  if (earlier !== undefined) {
    run.suggested = { ...run.suggested, ...place.answers };
    run.place = earlier;
    return;
  }
  if (error instanceof BackError) prompts.say('That was the first question: the wizard ends.', 'dim');
  const answers = history.length > 0 ? place.answers : run.suggested;
  if (Object.keys(answers).length > 0) {
    prompts.say('The plan so far as a command:', 'dim');
    prompts.print(quoteShell(planWords(flagsOf(answers, place.given), operatorFlags)));
  }
  throw error;
}

/** Says why the plan cannot continue, and asks what to change. Throws the error if the user stops. */
async function changeSomething(run: Run, error: RentalError, choices: readonly Change[]): Promise<void> {
  const { prompts } = run.context;
  run.remark('problem', sentence(error.message), 'warning');
  const change = await prompts.select<Change | 'stop'>({
    message: 'What now?',
    choices: [...changeChoices(choices), { value: 'stop', name: 'Stop here' }],
  });
  if (change === 'stop') throw error;
  forget(run, changes[change].keys);
}
