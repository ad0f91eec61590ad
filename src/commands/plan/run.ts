/** Takes the steps in their order, until there is a quote and nothing more to change. */
import { NotAvailableError, UsageError } from '../../errors.ts';
import { tripOf, type QuotedPlan } from '../../planner/plan-trip.ts';
import { labelOfVehicle } from '../../planner/vehicle.ts';
import { sentence } from '../../text.ts';
import { changes, without, type Answers, type Given, type Known } from './answers.ts';
import { askNext, quotePlan, sayQuote } from './quoting.ts';
import { recover } from './recover.ts';
import { changeable, forget, partsOf, startRun, type Run } from './run-state.ts';
import type { Step, WizardContext } from './step.ts';
import { dropOffDateStep, pickUpDateStep } from './steps/dates.ts';
import { dropOffStep, pickUpStep } from './steps/depots.ts';
import { accessoriesStep, insuranceStep } from './steps/extras.ts';
import { vehicleStep } from './steps/vehicle.ts';

const steps: readonly Step[] = [
  pickUpStep,
  dropOffStep,
  pickUpDateStep,
  dropOffDateStep,
  vehicleStep,
  accessoriesStep,
  insuranceStep,
];

/** Throws the service's error if the user does not want to try again. */
export async function takeSteps(given: Given, context: WizardContext): Promise<QuotedPlan> {
  const run = startRun(given, context);
  for (;;) {
    try {
      const done = await takeStep(run);
      if (done !== undefined) return done;
    } catch (error) {
      await recover(run, error);
    }
  }
}

/** Asks the next question, or for the quote. The plan once the user is done. */
async function takeStep(run: Run): Promise<QuotedPlan | undefined> {
  const { context, history } = run;
  const step = await settle(run);
  const { plan } = run.place;
  context.prompts.offerBack(history.length > 0);
  if (step !== undefined) {
    const answer = await step.ask(partsOf(run));
    history.push(run.place);
    run.place = { ...run.place, answers: { ...run.place.answers, ...answer }, plan: undefined };
  } else if (plan === undefined) await quote(run);
  else {
    // Also after Esc: the quote above the menu is the one that is booked.
    if (plan !== run.last) sayQuote(plan, run.last, context);
    run.last = plan;
    const next = await askNext(plan, await changeable(run), context);
    if (next === 'done') return plan;
    history.push(run.place);
    forget(run, changes[next].keys);
  }
  return undefined;
}

/** Looks kept answers up in the present lists, and reads flags. The first step that has to ask, if any. */
async function settle(run: Run): Promise<Step | undefined> {
  for (const step of steps) {
    const isKept = run.place.answers[step.key] !== undefined;
    let answer = isKept ? await (step.again?.(partsOf(run)) ?? {}) : undefined;
    if (answer === undefined) {
      forget(run, [step.key]);
      answer = await readFlag(run, step);
    }
    if (answer === undefined) return step;
    run.place = { ...run.place, answers: { ...run.place.answers, ...answer } };
  }
  return undefined;
}

/** A flag answers once; after a change the wizard asks. If it fits nothing, the user may just have chosen the trip that it does not fit. */
async function readFlag(run: Run, step: Step): Promise<Answers | undefined> {
  const { given } = run.place;
  if (given[step.key] === undefined) return step.read({}, partsOf(run));
  run.place = { ...run.place, given: without(given, [step.key]) };
  try {
    return await step.read(given, partsOf(run));
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof NotAvailableError)) throw error;
    run.remark('problem', sentence(error.message), 'warning');
    return step.read({}, partsOf(run));
  }
}

/** If the vehicle is no longer available, another one is to be chosen. */
async function quote(run: Run): Promise<void> {
  const { lists, place } = run;
  const known = place.answers as Known;
  const trip = tripOf(known);
  const plan = { ...known, vehicleLabel: labelOfVehicle(known.vehicle, await lists.vehicles(trip)) };
  const quoted = await quotePlan(plan, run.last, run.context);
  if (quoted === undefined) {
    lists.markSoldOut(known.vehicle.vehicleId, trip);
    return forget(run, ['vehicle']);
  }
  run.place = { ...place, plan: quoted };
}
