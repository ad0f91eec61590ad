/** What a request means: the same with ids and whole names in the place of words and parts of names. */
import { escapeCommas } from '../../commas.ts';
import type { FoundOffers } from './find-offers.ts';
import { quotingInWords } from './quoting.ts';
import type { SweepRequest, SweepScope } from './request.ts';

export function meantBy({ fixed, quoting, by }: SweepScope, found: readonly FoundOffers[]): SweepRequest {
  const { from, flex, nights, to } = fixed;
  const each = (textsOf: (one: FoundOffers) => readonly string[]): string[] =>
    found.flatMap((one) => {
      const { name } = one.run.session.operator;
      return found.length === 1 ? textsOf(one) : textsOf(one).map((text) => `${name}:${text}`);
    });
  const extras = (kind: 'accessory' | 'insurance') =>
    each(({ meant }) =>
      meant.extras
        .filter((extra) => extra.kind === kind)
        .flatMap(({ text, quantity }) =>
          Array<string>(quantity).fill(kind === 'accessory' ? escapeCommas(text) : text),
        ),
    );
  const isEvery = found.every(({ meant }) => meant.vehicles === undefined);
  return {
    pickUp: each(({ run }) => run.depots.pickUps.map(String)),
    dropOff: each(({ run }) => run.depots.dropOffs.map(String)),
    ...{ from, flex, nights, to },
    vehicle: isEvery ? undefined : each(({ meant: { vehicles = ['all'] } }) => vehicles.map(escapeCommas)),
    accessory: extras('accessory'),
    insurance: extras('insurance'),
    // The usual one is not worth a word.
    quote: fixed.quote === undefined && fixed.limit === undefined ? undefined : quotingInWords(quoting),
    by,
  };
}
