/** Undoes a content encoding. We ask for none, but some proxies compress anyway. */
import { promisify } from 'node:util';
import { ContractError } from '../base/errors.ts';
import { errorWithCode } from './error-codes.ts';

/** The most bytes of a body, before decoding and after it. */
export const bodyCap = 8 * 1024 * 1024;

type Decode = (
  body: Uint8Array,
  options: { readonly maxOutputLength: number },
) => Promise<Uint8Array>;

/** Throws ContractError for an unknown or broken encoding, and a fault if the result is too large. */
export async function decodeBody(
  body: Uint8Array,
  encoding: string,
  endpoint: string,
): Promise<Uint8Array> {
  // RFC 9110, 8.4.1.3: x-gzip is the same as gzip.
  const name = encoding
    .trim()
    .toLowerCase()
    .replace(/^x-gzip$/, 'gzip');
  if (name === '' || name === 'identity' || body.byteLength === 0) return body;
  if (name !== 'gzip' && name !== 'br') {
    throw new ContractError('the answer has a content encoding other than gzip and br', {
      endpoint,
    });
  }
  const { brotliDecompress, gunzip } = await import('node:zlib');
  try {
    const decode: Decode = name === 'br' ? promisify(brotliDecompress) : promisify(gunzip);
    return await decode(body, { maxOutputLength: bodyCap });
  } catch (cause) {
    if (cause instanceof RangeError) throw errorWithCode('UND_ERR_RES_EXCEEDED_MAX_SIZE');
    throw new ContractError(`the answer is not the ${name} that its headers say`, {
      endpoint,
      cause,
    });
  }
}
