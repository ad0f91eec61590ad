/** The question that `--save` saves, with the names of what was requested by id. */
import { isFailedRequest } from '../base/errors.ts';
import type { CompareOutcome } from '../compare/engine/outcome.ts';
import { makeQuoteDocument } from '../documents/make-quote.ts';
import { isPriced, type Comparison } from '../documents/offers.ts';
import type { Named } from '../planner/names.ts';
import type { QuotedTrip } from '../planner/price-trip.ts';
import { extrasIn } from '../planner/proof.ts';
import type { NameRef, OperatorQuestion } from '../planner/question.ts';
import type { Session } from '../planner/session.ts';
import { asNamed } from '../planner/vehicle.ts';
import { wantedTimesOf } from '../planner/wanted-times.ts';
import { toSavedOperator } from './saved-operator.ts';
import type { AnsweredQuestion, AnsweredQuote, ComparedOperator } from './saved-trip.ts';

interface QuoteToSave {
  readonly kind: 'quote';
  readonly quoted: QuotedTrip;
  readonly session: Session;
}

interface ComparisonToSave {
  readonly kind: 'compare';
  readonly outcome: CompareOutcome;
  readonly document: Comparison;
}

/** The question of a command and its answer. */
export type ToSave = QuoteToSave | ComparisonToSave;

interface NotSaved {
  readonly kind: 'not-saved';
  readonly whyNot: string;
}

export async function questionToSave(toSave: ToSave): Promise<AnsweredQuestion | NotSaved> {
  return toSave.kind === 'quote' ? questionOfQuote(toSave) : questionOfComparison(toSave);
}

function questionOfQuote({ quoted, session }: QuoteToSave): AnsweredQuote {
  const { selection, requested } = quoted;
  const document = makeQuoteDocument(quoted, { depots: session.depots.known(), ...quoted.offered });
  const operator = toSavedOperator(session, [selection.pickUpDepotId, selection.dropOffDepotId]);
  const vehicleName = document.vehicle?.name;
  const wanted = wantedTimesOf(quoted.wanted ?? {});
  return {
    kind: 'quote',
    operators: [operator],
    selection,
    requested,
    ...wanted,
    vehicleName,
    document,
  };
}

async function questionOfComparison({
  outcome,
  document,
}: ComparisonToSave): Promise<AnsweredQuestion | NotSaved> {
  const { resolved, sessions, failures, found } = outcome;
  // Without an operator that may answer later, the trip would ask another question.
  const failed = failures.find(
    ({ operator, error }) =>
      isFailedRequest(error) && found.offers.every((offer) => offer.operator !== operator),
  );
  if (failed !== undefined)
    return {
      kind: 'not-saved',
      whyNot: `${failed.operator} has no offer: ${failed.error.message}`,
    };
  if (resolved === undefined)
    return { kind: 'not-saved', whyNot: 'the comparison ended before the names were looked up' };
  const { question } = resolved;
  const { dates, groups, quoteMode } = question;
  const [first, ...others] = await Promise.all(
    question.operators.map((operatorQuestion) => {
      const { operator: name } = operatorQuestion;
      const session = sessions.find(({ operator }) => operator.name === name)!;
      return comparedOperator(operatorQuestion, session, document);
    }),
  );
  if (first === undefined) return { kind: 'not-saved', whyNot: 'no operator was compared' };
  const wanted = wantedTimesOf(question);
  return {
    kind: 'compare',
    operators: [first, ...others],
    dates,
    ...wanted,
    groups,
    quoteMode,
    document,
  };
}

/** Adds the names of what was requested by id. */
async function comparedOperator(
  { operator, pickUpIds, dropOffs, vehicles, extras }: OperatorQuestion,
  session: Session,
  document: Comparison,
): Promise<ComparedOperator> {
  const depotIds = [...pickUpIds, ...dropOffs.filter((id) => id !== 'same')];
  const offers = document.offers.filter((offer) => offer.operator === operator);
  // Names of this answer come first, then those of vehicles that are sold out.
  const named = [
    ...offers.map(({ vehicle }) => asNamed(vehicle)),
    ...(await session.seenVehicles()),
  ];
  // If an id has several names, the ranked offers have the name that was compared.
  const shown = offers
    .filter(isPriced)
    .toSorted((a, b) => Number(a.rank === null) - Number(b.rank === null));
  const shownExtras = shown.flatMap(extrasIn);
  return {
    ...toSavedOperator(session, depotIds),
    pickUpIds,
    dropOffs,
    vehicles: vehicles === 'all' ? vehicles : vehicles.map((ref) => withNameOf(ref, named)),
    extras: extras.map((ref) => {
      const shownOfKind = shownExtras.filter(({ kind }) => kind === ref.kind);
      const alternatives = ref.alternatives?.map((option) => withNameOf(option, shownOfKind));
      return { ...withNameOf(ref, shownOfKind), ...(alternatives && { alternatives }) };
    }),
  };
}

function withNameOf<R extends NameRef>(ref: R, items: readonly Named[]): R {
  if (ref.id === undefined || ref.name !== undefined) return ref;
  const name = items.find(({ id }) => id === ref.id)?.name;
  return { ...ref, name };
}
