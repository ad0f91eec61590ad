/** Links on paper: an address that is short enough to type, else a code for a camera. */
import { encode } from 'uqr';
import { fitsQrCode, urlOf } from '../base/addresses.ts';
import { html, raw, safeAddress, uncut, type Html } from './html.ts';

/** Characters that somebody may type. */
const maxTyped = 60;

/** Light modules around a code, which a camera needs. */
const quietZone = 3;

/** Undefined if the address is not safe. */
export function onPaper(address: string): Html | undefined {
  const safe = safeAddress(address);
  if (safe === undefined) return undefined;
  if (safe.length <= maxTyped || !fitsQrCode(safe))
    return html`<span class="paper address">${uncut(safe)}</span>`;
  return html`<span class="paper code">${code(safe)} ${urlOf(safe)?.host}</span>`;
}

/** One path, with a line for each run of dark modules. */
function code(address: string): Html {
  const { size, data } = encode(address, { border: quietZone });
  const runs = data.flatMap((row, y) =>
    [...rowText(row).matchAll(/#+/g)].map(
      ({ index, 0: { length } }) => `M${index} ${y}.5h${length}`,
    ),
  );
  return raw(
    `<svg aria-hidden="true" viewBox="0 0 ${size} ${size}"><path d="${runs.join('')}" stroke="#000" shape-rendering="crispEdges" /></svg>`,
  );
}

function rowText(row: readonly boolean[]): string {
  return row.map((isDark) => (isDark ? '#' : ' ')).join('');
}
