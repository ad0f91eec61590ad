/** Divides the input into messages, and answers lines that are none: the package would drop them, and end at one that is too long. */
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  ProtocolErrorCode,
  type JSONRPCErrorResponse,
} from '@modelcontextprotocol/server';
import { Transform } from 'node:stream';

/** Bytes of a line. The official client sends no more than the server may send to it. */
const longestLine = 10 * 1024 * 1024;
const lineFeed = 10;

interface Answering {
  answer(error: JSONRPCErrorResponse): Promise<void>;
  /** Told about messages that may not be answered. */
  onTrouble(error: unknown): void;
}

/** The lines that are messages come out, each in one piece. */
export function messagesOf({ answer, onTrouble }: Answering): Transform {
  let parts: Buffer[] = [];
  let length = 0;
  const add = (part: Buffer): void => {
    length += part.byteLength;
    if (length <= longestLine) parts.push(part);
    else parts = [];
  };
  const endLine = async (messages: Transform): Promise<void> => {
    const problem = length > longestLine ? parseError('a line of more than 10 MB') : undefined;
    const line = Buffer.concat(parts).toString().trim();
    [parts, length] = [[], 0];
    const found = problem ?? (line === '' ? undefined : problemOf(line));
    if (found === 'silent') onTrouble(new Error(`this is not a message: ${line.slice(0, 200)}`));
    else if (found !== undefined) await answer({ jsonrpc: '2.0', ...found });
    else if (line !== '') messages.push(`${line}\n`);
  };
  const read = async (chunk: Buffer, messages: Transform): Promise<void> => {
    let from = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, from)) {
      add(chunk.subarray(from, end));
      from = end + 1;
      await endLine(messages);
    }
    add(chunk.subarray(from));
  };
  return new Transform({
    transform(chunk: Buffer, _, done) {
      read(chunk, this).then(() => done(), done);
    },
  });
}

type Problem = Pick<JSONRPCErrorResponse, 'id' | 'error'>;

function parseError(message: string): Problem {
  return { error: { code: ProtocolErrorCode.ParseError, message } };
}

/** What is wrong with a message; `silent` if it may not be answered: errors for errors would go on forever. */
function problemOf(line: string): Problem | 'silent' | undefined {
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    return parseError('this line is not JSON');
  }
  if (isJSONRPCRequest(message) || isJSONRPCNotification(message) || isJSONRPCResponse(message)) return undefined;
  if (Array.isArray(message)) return invalid('a list of messages: send each in a line of its own');
  if (typeof message !== 'object' || message === null) return invalid('a message is an object');
  const { params: _, ...rest } = message as { readonly params?: unknown };
  if ('result' in rest || 'error' in rest || isJSONRPCNotification(rest)) return 'silent';
  const id = 'id' in rest && isJSONRPCRequest({ jsonrpc: '2.0', id: rest.id, method: '' }) ? rest.id : undefined;
  const known = id === undefined ? {} : { id: id as string | number };
  if (!isJSONRPCRequest(rest)) {
    return {
      ...known,
      ...invalid('a request has jsonrpc "2.0", an id (a text or a whole number), a method, params and nothing else'),
    };
  }
  const text = 'params is an object, and its _meta.progressToken is a text or a whole number';
  return { ...known, error: { code: ProtocolErrorCode.InvalidParams, message: text } };
}

function invalid(message: string): Problem {
  return { error: { code: ProtocolErrorCode.InvalidRequest, message } };
}
