/** Reads and decodes a whole body, with a cap on its size. */
import { promisify } from 'node:util';
import { ContractError } from '../errors.ts';

/** Bytes, before and after decoding. */
const bodyCap = 8 * 1024 * 1024;

/** Throws ContractError over the cap, and what the stream throws. Calls `onBytes` for each piece. */
export async function readBody(
  body: AsyncIterable<Uint8Array>,
  announced: string | undefined,
  endpoint: string,
  onBytes: () => void,
): Promise<Uint8Array> {
  if (Number(announced) > bodyCap) throw tooLarge(endpoint);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    onBytes();
    size += chunk.byteLength;
    if (size > bodyCap) throw tooLarge(endpoint);
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size);
}

/**
 * Undoes a content encoding. We ask for identity, but some proxies compress anyway. Throws ContractError if the result is
 * over the cap, and for an unknown or broken encoding.
 */
export async function decodeBody(body: Uint8Array, encoding: string, endpoint: string): Promise<Uint8Array> {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity' || body.byteLength === 0) return body;
  const decode = await decoderOf(name, body);
  if (decode === undefined) {
    throw new ContractError('the answer has a content encoding that was not asked for', { endpoint });
  }
  try {
    return await decode(body, { maxOutputLength: bodyCap });
  } catch (cause) {
    if (cause instanceof RangeError) throw tooLarge(endpoint);
    throw new ContractError(`the answer is not the ${name} that its headers say`, { endpoint, cause });
  }
}

type Decode = (body: Uint8Array, options: { readonly maxOutputLength: number }) => Promise<Uint8Array>;

async function decoderOf(name: string, body: Uint8Array): Promise<Decode | undefined> {
  const { brotliDecompress, gunzip, inflate, inflateRaw } = await import('node:zlib');
  // Some servers omit the zlib wrapper, which the first byte shows.
  const isRaw = ((body[0] ?? 0) & 0x0f) !== 8;
  const decoders = new Map<string, Decode>([
    ['gzip', promisify(gunzip)],
    ['x-gzip', promisify(gunzip)],
    ['br', promisify(brotliDecompress)],
    ['deflate', promisify(isRaw ? inflateRaw : inflate)],
  ]);
  return decoders.get(name);
}

function tooLarge(endpoint: string): ContractError {
  return new ContractError('the answer is larger than 8 MiB', {
    endpoint,
    hint: 'the address does not seem to be that of the service',
  });
}
