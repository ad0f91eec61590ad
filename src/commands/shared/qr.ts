/** `--qr`: the link as a code for the camera of a phone. */
import type { Context } from '../../cli/context.ts';
import { UsageError } from '../../errors.ts';
import { usualFormat, type Block } from '../../result.ts';

export const qrFlag = { kind: 'switch', help: 'also show the link as a QR code, for a phone' } as const;

/** The most that a code of the largest size can hold, in bytes. */
const mostBytes = 2953;

/** To be called before the first request. Throws UsageError: only a view has a place for the code. */
export function refuseQrRecords({ settings: { format, fields }, io }: Context): void {
  const form = format ?? usualFormat(io.stdout);
  if (form !== 'table') {
    throw new UsageError(`the QR code has no ${form} form`, { hint: 'leave out --qr, or add --format table' });
  }
  if (fields !== undefined) {
    throw new UsageError('the QR code has no fields to choose from', { hint: 'leave out --fields or --qr' });
  }
}

export async function qrBlock(url: string): Promise<Block> {
  if (Buffer.byteLength(url) > mostBytes) {
    return { kind: 'text', text: 'The link is too long for a QR code.', style: 'warning' };
  }
  const { encode } = await import('uqr');
  return { kind: 'qr', modules: encode(url, { border: 0 }).data };
}
