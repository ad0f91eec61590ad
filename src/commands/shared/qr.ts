/** `--qr`: the link as a code for the camera of a phone. */
import { fitsQrCode, isLoopback } from '../../base/addresses.ts';
import type { Context } from '../../cli/context.ts';
import { UsageError } from '../../base/errors.ts';
import { joinWords } from '../../base/words.ts';
import { defaultFormat, type Block } from '../../result.ts';

export const qrFlag = {
  kind: 'switch',
  help: 'also show the link as a QR code, for a phone',
} as const;

/** Light modules around the code, which tell a camera where it ends. */
const quietZone = 2;

/**
 * To be called before the first request. Throws UsageError: only a view has a place for the code.
 */
export function refuseQrWithoutView({ settings: { format, fields }, io }: Context): void {
  const form = format ?? defaultFormat(io.stdout);
  if (form === 'table' && fields === undefined) return;
  const table = form === 'table' ? [] : ['add --format table'];
  const instead = [...table, ...(fields === undefined ? [] : ['leave out --fields'])];
  throw new UsageError('--qr works only with table output', {
    hint: `leave out --qr, or ${joinWords(instead)}`,
  });
}

/**
 * The code under its title, or why there is none. The caller sets `isPaged: false`, because a pager
 * would cut it.
 */
export async function qrBlocks(
  url: string,
  {
    columns,
    title,
  }: { readonly columns?: number | undefined; readonly title?: string | undefined },
): Promise<readonly Block[]> {
  const warning = (text: string): Block => ({ kind: 'text', text, style: 'warning' });
  if (!fitsQrCode(url)) return [warning('The link is too long for a QR code.')];
  const { host, hostname } = new URL(url);
  const local = isLoopback(hostname)
    ? [warning(`A phone cannot open this link: ${host} is this machine.`)]
    : [];
  const { renderUnicodeCompact } = await import('uqr');
  const lines = renderUnicodeCompact(url, { border: quietZone }).split('\n');
  const width = lines[0]?.length ?? 0;
  // Broken lines are no code.
  if (width > (columns || 80)) return [warning(`The QR code needs ${width} columns.`)];
  const code = lines.map((text): Block => ({ kind: 'text', text, style: 'code' }));
  const heading: readonly Block[] =
    title === undefined ? [] : [{ kind: 'text', text: title, style: 'heading' }];
  return [...local, { kind: 'text', text: '' }, ...heading, ...code];
}
