/** Hints for refusals, from what the service's message names. */
import { fieldText, type FieldText, type ListName } from '../base/field-text.ts';

interface RequestPart {
  readonly parameter: string;
  /** In words: the caller may have given another field, such as nights instead of a date. */
  readonly part: string;
  /** Shows the values that exist. */
  readonly list?: ListName;
}

const requestParts: readonly RequestPart[] = [
  { parameter: 'pick_up_depot_id', part: 'the pick-up depot', list: 'depots' },
  { parameter: 'drop_off_depot_id', part: 'the drop-off depot', list: 'depots' },
  { parameter: 'pick_up_date', part: 'the pick-up date' },
  { parameter: 'drop_off_date', part: 'the drop-off date, or the number of nights' },
  { parameter: 'vehicle_id', part: 'the vehicle', list: 'availability' },
  { parameter: 'vehicleId', part: 'the vehicle', list: 'availability' },
  { parameter: 'accessory_ids', part: 'the accessories', list: 'extras' },
  { parameter: 'insurance_id', part: 'the insurance plan', list: 'extras' },
];

/** `check the pick-up depot: rental depots lists the choices`. */
export function refusalHint(served = ''): FieldText {
  const first = firstNamed(served);
  if (first === undefined)
    return fieldText('{list:depots} and {list:availability} list the choices');
  const { parameter, part, list } = first;
  if (parameter === 'accessory_ids' && refusedMax(served) !== undefined)
    return 'ask for fewer of this accessory';
  const check = fieldText('check {part}', { part });
  return list === undefined
    ? check
    : fieldText(`{check}: {list:${list}} lists the choices`, { check });
}

export function refusedParameter(served = ''): string | undefined {
  return firstNamed(served)?.parameter;
}

/** The interface does not fix the words of messages. */
const maxWords =
  /\b(?:at most|no more than|not more than|up to|max(?:imum)?(?: of)?|limit(?:ed to)?(?: of)?|only) (\d{1,3})\b/i;

/** The largest quantity that a message names: 3 for `at most 3 × Child seat`. */
export function refusedMax(served: string): number | undefined {
  const [, max] = maxWords.exec(served) ?? [];
  return max === undefined ? undefined : Number(max);
}

/** For a search for ids in the message: the largest quantity is left out. */
export function withoutMax(served: string): string {
  return served.replace(maxWords, '');
}

/** The part of the request that the service's message names first. */
function firstNamed(served: string): RequestPart | undefined {
  const positionOf = ({ parameter }: RequestPart): number => served.indexOf(parameter);
  const named = requestParts.filter((part) => positionOf(part) >= 0);
  return named.sort((a, b) => positionOf(a) - positionOf(b))[0];
}
