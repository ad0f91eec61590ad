/**
 * Links on paper: an address that is short enough to type, else a code for the camera of a phone.
 */
import { encode } from 'uqr';
import { fitsQrCode, urlOf } from '../base/addresses.ts';
import { html, raw, safeAddress, whole, type Html } from './html.ts';

/** Nobody types more. */
const maxTyped = 60;

/** Light modules around a code, which tell a camera where it ends. */
const quietZone = 3;

/** Shown in print only, beside the link. Undefined if the address is not linked. */
export function onPaper(address: string): Html | undefined {
  const safe = safeAddress(address);
  if (safe === undefined) return undefined;
  if (safe.length <= maxTyped || !fitsQrCode(safe))
    return html`<span class="paper address">${whole(safe)}</span>`;
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
