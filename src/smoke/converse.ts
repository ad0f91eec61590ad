/**
 * Asks a service for everything that the rules judge, once and in order. `sender.ts` sends each
 * request; the rules judge the answers afterwards.
 */
import { ifThere, isThere, notAsked } from './answers.ts';
import type { MaybeAnswer, Missing, ServiceAnswer } from './answers.ts';
import { noServiceAt } from './no-service.ts';
import type { Judgement } from './findings.ts';
import type { RuleGroup } from './rules/definitions.ts';
import type { Sender } from './sender.ts';
import { searchTrip, type SearchedTrip, type TripWish } from './trips.ts';
import { depotsRequest } from './requests.ts';
import { askAboutVehicle, groupsWithQuotes } from './vehicle-answers.ts';
import type { ChosenAsker, VehicleAnswers } from './vehicle-answers.ts';

/** What the service answered. An answer that no chosen rule needs is missing. */
export interface SmokeAnswers {
  readonly depots: MaybeAnswer;
  /** The trips that were tried until one had a vehicle. */
  readonly tried: readonly SearchedTrip[];
  readonly vehicleAnswers: VehicleAnswers | Missing;
  readonly siteIsAssumed: boolean;
  /** The answers to requests beyond the limit, if the user wants them. */
  readonly exceeding: readonly MaybeAnswer[];
  /** All answers of the interface in order, without `exceeding`. */
  readonly all: readonly ServiceAnswer[];
  /** Every 429 and 502 to 504 of the interface, without `exceeding`. */
  readonly busyAnswers: readonly ServiceAnswer[];
  readonly redirects: Sender['redirects'];
}

/** A pure function that decides on what the service answered. */
export type Judge = (answers: SmokeAnswers) => Judgement;

/** A rule that needs a vehicle that is free. */
export function ofVehicle(judge: (answers: VehicleAnswers) => Judgement): Judge {
  return ({ vehicleAnswers }) => ifThere(vehicleAnswers, judge);
}

/** The limit, a margin for services that count differently, and the one that must be refused. */
export const exceedingRequests = 100 + 10 + 1;

/** Asks for what the rules of the chosen groups need. */
export async function converse(
  sender: Sender,
  wish: TripWish,
  chosen: ReadonlySet<RuleGroup>,
): Promise<SmokeAnswers> {
  const { siteIsAssumed, answers: all, busyAnswers, redirects } = sender;
  const ask = createChosenAsker(sender, chosen);
  const depots = await sender.api(depotsRequest);
  const isAboutTrips = ask.isChosen([
    'availability',
    'accessories',
    'insurance',
    ...groupsWithQuotes,
  ]);
  const { tried, free } = await searchTrip(sender, isAboutTrips ? depots : notAsked, wish);
  const found = tried.at(-1);
  const vehicleAnswers = await ifThere(free, (vehicles) =>
    askAboutVehicle(ask, { depots, found: found as SearchedTrip, free: vehicles }),
  );
  const exceeding =
    ask.isChosen(['limits']) && noServiceAt(depots) === undefined
      ? await askBeyondLimit(sender)
      : [];
  return { depots, tried, vehicleAnswers, siteIsAssumed, exceeding, all, busyAnswers, redirects };
}

function createChosenAsker(sender: Sender, chosen: ReadonlySet<RuleGroup>): ChosenAsker {
  const isChosen = (groups: readonly RuleGroup[]): boolean =>
    groups.some((group) => chosen.has(group));
  return {
    sender,
    isChosen,
    api: (request, groups) => sender.api(isChosen(groups) ? request : notAsked),
  };
}

/** Asks until a 429 comes, or no answer; not at all if a 429 came before. */
async function askBeyondLimit({ exceedLimit, busyAnswers }: Sender): Promise<MaybeAnswer[]> {
  const isOver = (answer: MaybeAnswer): boolean => !isThere(answer) || answer.status === 429;
  const answers: MaybeAnswer[] = [];
  if (exceedLimit === undefined || busyAnswers.some(isOver)) return answers;
  while (answers.length < exceedingRequests && !answers.some(isOver))
    answers.push(await exceedLimit(depotsRequest));
  return answers;
}
