/** Asks only what rules of the chosen groups need. */
import { notAsked, type MaybeAnswer, type Missing } from './answers.ts';
import type { InterfaceRequest, Sender } from './sender.ts';

export interface ChosenAsk {
  readonly send: Sender;
  isChosen(groups: readonly string[]): boolean;
  /** Missing unless one of the groups is chosen. */
  api(request: InterfaceRequest | Missing, groups: readonly string[]): Promise<MaybeAnswer>;
}

export function createChosenAsk(send: Sender, chosen: ReadonlySet<string>): ChosenAsk {
  const isChosen = (names: readonly string[]): boolean => names.some((name) => chosen.has(name));
  return {
    send,
    isChosen,
    api: (request, names) => send.api(isChosen(names) ? request : notAsked),
  };
}
