/** Reads a body to its end, at once: whole, decoded and under the cap, or not at all. */
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { ContractError } from '../errors.ts';

/** Bytes; of a body as sent and as decoded. */
const bodyCap = 8 * 1024 * 1024;

/** All bytes. Throws ContractError over the cap, and what the stream throws when it breaks. `onBytes` is told of each piece. */
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
 * Undoes a content encoding. Identity was asked for, but some proxies compress regardless: that is no reason to fail as long
 * as the result stays under the cap. Throws ContractError over it, and for an encoding unknown or broken.
 */
export async function decodeBody(body: Uint8Array, encoding: string, endpoint: string): Promise<Uint8Array> {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity' || body.byteLength === 0) return body;
  const decode = decoderOf(name, body);
  if (decode === undefined) {
    throw new ContractError(`${endpoint}: the answer has a content encoding that was not asked for`);
  }
  try {
    return await decode(body, { maxOutputLength: bodyCap });
  } catch (cause) {
    if (cause instanceof RangeError) throw tooLarge(endpoint);
    throw new ContractError(`${endpoint}: the answer is not the ${name} that its headers say`, { cause });
  }
}

type Decode = (body: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>;

function decoderOf(name: string, body: Uint8Array): Decode | undefined {
  switch (name) {
    case 'gzip':
    case 'x-gzip':
      return promisify<Uint8Array, { maxOutputLength: number }, Uint8Array>(gunzip);
    case 'br':
      return promisify<Uint8Array, { maxOutputLength: number }, Uint8Array>(brotliDecompress);
    case 'deflate':
      // Some servers leave the zlib wrapper out; its first byte tells.
      return promisify<Uint8Array, { maxOutputLength: number }, Uint8Array>(
        ((body[0] ?? 0) & 0x0f) === 8 ? inflate : inflateRaw,
      );
    default:
      return undefined;
  }
}

function tooLarge(endpoint: string): ContractError {
  return new ContractError(`${endpoint}: the answer is larger than 8 MiB`, {
    hint: 'the address does not seem to be that of the service',
  });
}
