/** The command lines that ask again for the offers of a document of `--json`. */
import { urlOf } from '../../addresses.ts';
import type { OfferDocument } from '../../documents/compare.ts';
import { tripOf } from '../../documents/offers.ts';
import { quoteShell } from '../../text.ts';
import { operatorWords, type planLine } from './command-line.ts';

/** `lineOf` has the words of the command that is to ask. */
export function againLines(value: unknown, lineOf: typeof planLine) {
  const addresses = operatorAddresses(value);
  return (offer: Pick<OfferDocument, 'operator' | 'selection'>): string => lineFor(offer, addresses, lineOf);
}

/** Of the operators that a comparison or a plan names. */
function operatorAddresses(value: unknown): ReadonlyMap<string, string> {
  const { plan, operator } = value as {
    readonly plan?: { readonly operators?: readonly { readonly operator: string; readonly baseUrl: string }[] };
    readonly operator?: { readonly name: string; readonly baseUrl: string };
  };
  const all = (plan?.operators ?? []).map((one) => [one.operator, one.baseUrl] as const);
  return new Map(operator === undefined ? all : [...all, [operator.name, operator.baseUrl]]);
}

function lineFor(
  { operator: name, selection: asked }: Pick<OfferDocument, 'operator' | 'selection'>,
  addresses: ReadonlyMap<string, string>,
  lineOf: typeof planLine,
): string {
  const url = urlOf(addresses.get(name) ?? '');
  const sandbox = url?.hostname === '127.0.0.1' && /^sandbox(-\w)?$/.test(name);
  const selection = {
    ...tripOf({ selection: asked }),
    vehicleId: asked.vehicle_id,
    accessoryIds: asked.accessory_ids,
    insuranceId: asked.insurance_id ?? undefined,
  };
  return quoteShell(lineOf(selection, url === undefined ? [] : operatorWords([{ name, baseUrl: url, sandbox }])));
}
