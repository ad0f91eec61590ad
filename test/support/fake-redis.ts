/** Programs on loopback that are not quite a Redis server. */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * Replies to a command, given its words; the words of a script are `eval`, the script, 1, the key,
 * and so on.
 */
export type FakeRedis = (words: readonly string[], socket: Socket) => void;

/** Until the end of the running test. Without `reply`, it closes every connection at once. */
export async function fakeRedis(reply?: FakeRedis) {
  const sockets = new Set<Socket>();
  let sentBytes = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      sentBytes += socket.bytesWritten;
    });
    if (!reply) return socket.destroy();
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      for (let command = readCommand(text); command; command = readCommand(text)) {
        text = text.slice(command.length);
        if (/^(?:client|select|auth|hello)$/i.test(command.words[0] ?? '')) socket.write('+OK\r\n');
        else reply(command.words, socket);
      }
    });
    return undefined;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** On connections that are closed. */
    sentBytes: () => sentBytes,
  };
}

/** Sends the text again and again, as fast as it is read. */
export function endless(socket: Socket, text: string): void {
  const chunk = Buffer.from(text.repeat(Math.ceil(65_536 / text.length)));
  const send = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', send);
  send();
}

/** The reply of the script: the indices of the changes that were made, all names, and the time. */
export function listingReply(
  done: readonly number[],
  names: readonly string[],
  at = Date.now(),
): string {
  const indices = done.map((index) => `:${index}\r\n`).join('');
  const bulks = names.map((name) => `$${name.length}\r\n${name}\r\n`).join('');
  return `*3\r\n*${done.length}\r\n${indices}*${names.length}\r\n${bulks}:${at}\r\n`;
}

/** The first command of the text; undefined if it is not complete. */
function readCommand(text: string): { words: string[]; length: number } | undefined {
  const head = /^\*(\d+)\r\n/.exec(text);
  if (!head) return undefined;
  const words: string[] = [];
  let length = head[0].length;
  for (let left = Number(head[1]); left > 0; left -= 1) {
    const size = /^\$(\d+)\r\n/.exec(text.slice(length, length + 20));
    if (!size) return undefined;
    const start = length + size[0].length;
    length = start + Number(size[1]) + 2;
    if (text.length < length) return undefined;
    words.push(text.slice(start, length - 2));
  }
  return { words, length };
}
