/** Asks a service for everything that the rules judge, once and in order. */
import { ifThere, isThere, notAsked, type MaybeAnswer, type Missing } from './answers.ts';
import type { ServiceAnswer } from './answers.ts';
import { isElsewhere } from './elsewhere.ts';
import type { Verdict } from './findings.ts';
import type { RuleGroup } from './rules/definitions.ts';
import type { Sender } from './sender.ts';
import { depotsRequest, searchTrip, type SearchedTrip, type TripWish } from './trips.ts';
import { askAboutVehicle, groupsWithQuotes } from './vehicle-answers.ts';
import type { ChosenAsk, VehicleAnswers } from './vehicle-answers.ts';

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
  readonly refusals: readonly ServiceAnswer[];
  readonly redirects: Sender['redirects'];
}

/** A pure function that decides on what the service answered. */
export type Judge = (answers: SmokeAnswers) => Verdict;

/** A rule that needs a vehicle that is free. */
export function ofVehicle(judge: (answers: VehicleAnswers) => Verdict): Judge {
  return ({ vehicleAnswers }) => ifThere(vehicleAnswers, judge);
}

/** More than the limit of the interface, for services that count differently. */
const exceedingRequests = 111;

/** Asks for what the rules of the chosen groups need. */
export async function converse(
  send: Sender,
  wish: TripWish,
  chosen: ReadonlySet<RuleGroup>,
): Promise<SmokeAnswers> {
  const { siteIsAssumed, answers: all, refusals, redirects } = send;
  const ask = createChosenAsk(send, chosen);
  const depots = await send.api(depotsRequest);
  const isAboutTrips = ask.isChosen([
    'availability',
    'accessories',
    'insurance',
    ...groupsWithQuotes,
  ]);
  const { tried, free } = await searchTrip(send, isAboutTrips ? depots : notAsked, wish);
  const found = tried.at(-1);
  const vehicleAnswers = await ifThere(free, (vehicles) =>
    askAboutVehicle(ask, { depots, found: found as SearchedTrip, free: vehicles }),
  );
  const exceeding = ask.isChosen(['limits']) && !isElsewhere(depots) ? await exceedLimit(send) : [];
  return { depots, tried, vehicleAnswers, siteIsAssumed, exceeding, all, refusals, redirects };
}

function createChosenAsk(send: Sender, chosen: ReadonlySet<RuleGroup>): ChosenAsk {
  const isChosen = (groups: readonly RuleGroup[]): boolean =>
    groups.some((group) => chosen.has(group));
  return {
    send,
    isChosen,
    api: (request, groups) => send.api(isChosen(groups) ? request : notAsked),
  };
}

/** Asks until a 429 comes, or no answer; not at all if a 429 came before. */
async function exceedLimit({ exceed, refusals }: Sender): Promise<MaybeAnswer[]> {
  const isOver = (answer: MaybeAnswer): boolean => !isThere(answer) || answer.status === 429;
  const answers: MaybeAnswer[] = [];
  if (exceed === undefined || refusals.some(isOver)) return answers;
  while (answers.length < exceedingRequests && !answers.some(isOver))
    answers.push(await exceed(depotsRequest));
  return answers;
}
